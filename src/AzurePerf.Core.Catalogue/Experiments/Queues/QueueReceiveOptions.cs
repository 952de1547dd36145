using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Queues;

/// <summary>All clients receive messages from a shared queue, one at a time.</summary>
public sealed record QueueReceiveOptions : QueueOptions
{
    /// <summary>Seconds: seven days, as the service has it.</summary>
    internal const int LongestVisibility = 604_800;

    /// <summary>Seconds, where nobody asked for another time.</summary>
    internal const int UsualVisibility = 7_200;

    [Parameter("Messages that remain in each queue when the last operation has ended.", Unit = "messages", Maximum = 5_000_000,
        Factor = true)]
    public int QueueLength { get; init; }

    [Parameter("Seconds that a received message stays hidden.", Unit = "s", Minimum = 1, Maximum = LongestVisibility)]
    public int VisibilitySeconds { get; init; } = UsualVisibility;

    [Parameter(
        "Whether deleting the received message is part of the timed operation (timed) or what was received goes with its queue when the "
            + "point is over (untimed).", Factor = true)]
    public ReceiveDelete Delete { get; init; } = ReceiveDelete.Untimed;

    public override int QueuedBefore => QueueLength;

    /// <summary>The messages that it receives are put into a queue of its own before.</summary>
    [JsonIgnore]
    public override double RequestsBefore => base.RequestsBefore + (SharesQueue ? 0 : (double)Clients * OperationsPerClient);

    /// <summary>In a queue that keeps its length the received message is deleted and another one put.</summary>
    [JsonIgnore]
    public override double RequestsPerOperation => SharesQueue ? 3 : Delete == ReceiveDelete.Timed ? 2 : 1;

    /// <summary>The queue to warm up in always keeps its length.</summary>
    [JsonIgnore]
    public override double WarmUpRequestsPerOperation => 3;

    protected override OperationPace Pace => OperationPace.QueueReceive;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<QueueReceiveOptions>(
        "queue.receive",
        "Queue receive",
        "How many messages per second can N clients receive from one shared queue?",
        "messages received",
        "Hill et al. 2010, figure 3 and table 3; Hill et al. 2011, figure 3",
        OperationMetrics.Operations,
        StandardPresets.With(
            paper: new { messageBytes = new[] { 512, 1_024, 4_096, 8_192 }, operationsPerClient = 500 },
            reduced: new { messageBytes = new[] { 512, 1_024, 4_096, 8_192 }, operationsPerClient = 50, queueLength = 200 },
            quick: new { messageBytes = 512, queueLength = 200 }));

    public override IEnumerable<ParameterFault> Faults()
    {
        var faults = base.Faults().Concat(NeedsOperationCount());
        var seconds = Math.Ceiling(ExpectedDuration().TotalSeconds);
        if (OperationsPerClient > 0 && seconds > LongestVisibility)
        {
            return faults.Append(new(
                "operationsPerClient", "must be fewer: a message can be hidden for 7 days, and a point would take longer"));
        }

        return VisibilitySeconds < seconds
            ? faults.Append(new(
                "visibilitySeconds",
                FormattableString.Invariant($"must be at least {seconds}: a point takes about as long, and would receive messages again")))
            : faults;
    }
}

/// <summary>Whether a receive deletes its message.</summary>
public enum ReceiveDelete
{
    /// <summary>No part of it: the operation is one Get Messages call, as published.</summary>
    Untimed,

    /// <summary>Part of the operation: receive and delete, as an application does it.</summary>
    Timed,
}
