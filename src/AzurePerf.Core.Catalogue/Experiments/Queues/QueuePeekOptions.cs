namespace AzurePerf.Core.Experiments.Queues;

/// <summary>All clients look at the front of a shared queue.</summary>
public sealed record QueuePeekOptions : QueueOptions
{
    public QueuePeekOptions() => SharesQueue = true;

    [Parameter("Messages in each queue during the measurement.", Unit = "messages", Minimum = 1, Maximum = 5_000_000, Factor = true)]
    public int QueueLength { get; init; } = 1_000;

    public override int QueuedBefore => QueueLength;

    protected override OperationPace Pace => OperationPace.QueuePeek;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<QueuePeekOptions>(
        "queue.peek",
        "Queue peek",
        "How many times per second can N clients look at the first message of one shared queue?",
        "peeks",
        "Hill et al. 2010, figure 3 and table 3; Hill et al. 2011, figure 3",
        OperationMetrics.Operations,
        StandardPresets.With(
            paper: new { messageBytes = new[] { 512, 1_024, 4_096, 8_192 }, operationsPerClient = 500 },
            reduced: new { messageBytes = new[] { 512, 1_024, 4_096, 8_192 }, operationsPerClient = 50, queueLength = 200 },
            quick: new { messageBytes = 512, queueLength = 200 }));
}
