namespace AzurePerf.Cli.Local;

/// <summary>Which services to start.</summary>
/// <param name="Port">Port of API and portal on the loopback address.</param>
/// <param name="Workers">How many workers.</param>
/// <param name="LogsDirectory">Where each process leaves its log; null for nowhere.</param>
/// <param name="Accounts">The accounts to use.</param>
internal sealed record ServiceRequest(int Port, WorkerNumbers Workers, string? LogsDirectory, AccountSettings Accounts)
{
    /// <summary>True where databases are measured, so that there must be one.</summary>
    public bool MeasuresDatabases { get; init; }

    /// <summary>True where the workers inherit no archive of satellite images, so that a made one is started.</summary>
    public bool MakesSource { get; init; }

    /// <summary>The prefix of the control plane that the hosts inherit: who scales the workers must look at the same queues. Empty for
    /// none.</summary>
    public string ControlPrefix { get; init; } = "";
}

/// <summary>How many workers to run.</summary>
/// <param name="Measure">Measure workers that always run.</param>
/// <param name="MostMeasure">Measure workers at most.</param>
/// <param name="Bag">Bag workers that always run.</param>
/// <param name="MostBag">Bag workers at most.</param>
/// <param name="BagSlots">Tasks that a bag worker executes at once.</param>
/// <param name="Pace">How fast the numbers follow the queues.</param>
internal sealed record WorkerNumbers(int Measure, int MostMeasure, int Bag, int MostBag, int BagSlots, ScalePace Pace)
{
    /// <summary>A fixed number of measure workers, and one bag worker while there is something for it to do.</summary>
    public static WorkerNumbers OfMeasure(int workers) => new(workers, workers, 0, 1, 8, ScalePace.Default);
}
