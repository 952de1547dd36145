using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Queues;

/// <summary>All clients put messages on a shared queue.</summary>
public sealed record QueueAddOptions : QueueOptions
{
    [Parameter("Messages already in each queue when the measurement starts.", Unit = "messages", Maximum = 5_000_000, Factor = true)]
    public int QueueLength { get; init; }

    public override int QueuedBefore => QueueLength;

    /// <summary>A queue that keeps its length has the added message taken out again.</summary>
    [JsonIgnore]
    public override double RequestsPerOperation => SharesQueue ? 2 : 1;

    /// <summary>What the warm-up adds stays in its own queue.</summary>
    [JsonIgnore]
    public override double WarmUpRequestsPerOperation => 1;

    protected override OperationPace Pace => OperationPace.QueueAdd;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<QueueAddOptions>(
        "queue.add",
        "Queue add",
        "How many messages per second can N clients put on one shared queue?",
        "messages added",
        "Hill et al. 2010, figure 3 and table 3; Hill et al. 2011, figure 3",
        OperationMetrics.Operations,
        StandardPresets.With(
            paper: new { messageBytes = new[] { 512, 1_024, 4_096, 8_192 }, operationsPerClient = 500 },
            reduced: new { messageBytes = new[] { 512, 1_024, 4_096, 8_192 }, operationsPerClient = 50, queueLength = 200 },
            quick: new { messageBytes = 512, queueLength = 200 }));
}
