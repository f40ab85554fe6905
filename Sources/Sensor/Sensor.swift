// Sensor
