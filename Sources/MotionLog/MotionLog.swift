// MotionLog
