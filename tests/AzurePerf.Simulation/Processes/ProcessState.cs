namespace AzurePerf.Simulation.Processes;

/// <summary>How a simulated process is.</summary>
internal enum ProcessState
{
    Running,

    /// <summary>Stopped by a signal or with its machine: nothing of it runs, no timer fires, answers wait.</summary>
    Paused,

    /// <summary>Gone, whether by itself or not.</summary>
    Ended,
}
