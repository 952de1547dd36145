namespace AzurePerf.Core.Experiments.Queues;

/// <summary>One client performs one of the three operations on queues of different lengths.</summary>
public sealed record QueueLengthOptions : MeasurementOptions
{
    /// <summary>A point receives at most this part of a queue, one in 8, so that the queue keeps about its length.</summary>
    private const int ReceivedPart = 8;

    [Parameter("What the clients do: add, peek or receive.", Factor = true)]
    public QueueOperation Operation { get; init; } = QueueOperation.Add;

    [Parameter("Messages in the queue when the measurement starts.", Unit = "messages", Minimum = 1, Maximum = 5_000_000, Factor = true)]
    public int QueueLength { get; init; } = 200_000;

    [Parameter("Size of one message's text.", Unit = "B", Minimum = 1, Maximum = 65_536, Factor = true)]
    public int MessageBytes { get; init; } = 512;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<QueueLengthOptions>(
        "queue.length",
        "Queue length",
        "Does the number of messages in a queue change how fast one client adds, peeks and receives?",
        "operations",
        "Hill et al. 2010, section 3; Hill et al. 2011, section 3",
        OperationMetrics.Operations,
        SelectProbe,
        StandardPresets.With(
            paper: new
            {
                operation = AllOperations,
                queueLength = new[] { 200_000, 500_000, 1_000_000, 2_000_000 },
                clients = 1,
                operationsPerClient = 500,
            },
            reduced: new
            {
                operation = AllOperations,
                queueLength = new[] { 400, 1_000, 2_000, 4_000 },
                clients = 1,
                operationsPerClient = 50,
            },
            quick: new { operation = AllOperations, queueLength = 200, clients = 1 }));

    protected override long PayloadBytes => MessageBytes;

    private static QueueOperation[] AllOperations => [QueueOperation.Add, QueueOperation.Peek, QueueOperation.Receive];

    public override IEnumerable<ParameterFault> Faults()
    {
        var faults = base.Faults().Concat(NeedsOperationCount());
        return Operation == QueueOperation.Receive && OperationsPerClient * Clients * ReceivedPart > QueueLength
            ? faults.Append(new(
                "operationsPerClient",
                $"times clients must be at most queueLength / {ReceivedPart}: receives that take more make the queue much shorter"))
            : faults;
    }

    /// <summary>Twice as long as a point of receives is expected to take: the service may be slower.</summary>
    private double HiddenSeconds =>
        2 * Math.Ceiling(LoadInto(new QueueReceiveOptions { MessageBytes = MessageBytes }).ExpectedDuration().TotalSeconds);

    private static ProbeSelection SelectProbe(QueueLengthOptions options)
    {
        var (probe, probeOptions) = options.ProbeOptions();
        return new(probe, options.LoadInto(probeOptions with { SharesQueue = true, MessageBytes = options.MessageBytes }));
    }

    private (string Probe, QueueOptions Options) ProbeOptions() => Operation switch
    {
        QueueOperation.Add => ("queue.add", new QueueAddOptions { QueueLength = QueueLength }),
        QueueOperation.Peek => ("queue.peek", new QueuePeekOptions { QueueLength = QueueLength }),
        QueueOperation.Receive => ("queue.receive", new QueueReceiveOptions
        {
            QueueLength = QueueLength,
            VisibilitySeconds =
                (int)Math.Clamp(HiddenSeconds, QueueReceiveOptions.UsualVisibility, QueueReceiveOptions.LongestVisibility),
        }),
        _ => throw new InvalidOperationException($"no probe performs {Operation}"),
    };
}

/// <summary>The queue operation that queue.length measures.</summary>
public enum QueueOperation
{
    Add,
    Peek,
    Receive,
}
