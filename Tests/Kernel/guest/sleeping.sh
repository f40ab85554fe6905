echo nothing yet
