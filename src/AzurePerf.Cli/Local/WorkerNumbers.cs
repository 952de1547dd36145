namespace AzurePerf.Cli.Local;

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
