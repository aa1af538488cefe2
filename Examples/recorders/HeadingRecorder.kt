class HeadingRecorder(private val manager: SensorManager, private val file: File) : SensorEventListener {
    private val columns = mapOf(
        Sensor.TYPE_ACCELEROMETER to listOf("ax", "ay", "az"),
        Sensor.TYPE_GYROSCOPE_UNCALIBRATED to listOf("gx", "gy", "gz"),
        Sensor.TYPE_MAGNETIC_FIELD_UNCALIBRATED to listOf("mx", "my", "mz"),
        Sensor.TYPE_GRAVITY to listOf("gravx", "gravy", "gravz"),
    )
    private val names = columns.values.flatten()
    // Nanoseconds since boot and the cells; events of different sensors do not come in the order of their stamps.
    private val rows = mutableListOf<Pair<Long, Map<String, Float>>>()

    fun start() {
        for (type in columns.keys) {
            manager.getDefaultSensor(type)?.let { manager.registerListener(this, it, 10_000) }
        }
    }

    override fun onSensorChanged(event: SensorEvent) {
        val cells = columns[event.sensor.type]?.zip(event.values.take(3))?.toMap() ?: return
        synchronized(rows) { rows.add(event.timestamp to cells) }
    }

    override fun onAccuracyChanged(sensor: Sensor, accuracy: Int) {}

    fun stop() {
        manager.unregisterListener(this)
        file.bufferedWriter().use { out ->
            // When the clock of the sensors was zero: what the sun and wall-clock times need.
            val zero = (System.currentTimeMillis() - SystemClock.elapsedRealtime()) / 1000.0
            out.write("# schema: sensorlab.log/1\n# device: ${Build.MODEL}\n# unix-seconds-at-zero: $zero\n")
            out.write((listOf("t") + names).joinToString(",") + "\n")
            for ((time, cells) in rows.sortedBy { it.first }) {
                out.write("${time / 1_000_000_000}.${(time % 1_000_000_000).toString().padStart(9, '0')},")
                out.write(names.joinToString(",") { cells[it]?.toString() ?: "" } + "\n")
            }
        }
    }
}
