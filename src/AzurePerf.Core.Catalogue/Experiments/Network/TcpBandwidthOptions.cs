namespace AzurePerf.Core.Experiments.Network;

/// <summary>Moves bytes over a TCP connection as fast as it takes them.</summary>
public sealed record TcpBandwidthOptions : NetworkOptions
{
    [Parameter("Bytes of one transfer of one stream; it may end earlier by bytesPerClient or durationSeconds.", Unit = "B", Minimum = 1,
        Maximum = 1L << 40, Factor = true)]
    public long TransferBytes { get; init; } = 2_000_000_000;

    [Parameter("Bytes that are given to the system, or asked of it, at once.", Unit = "B", Minimum = 1_024, Maximum = 16 << 20,
        Factor = true)]
    public int BlockBytes { get; init; } = 131_072;

    [Parameter("Which way the bytes go: send to the peer, receive from it.", Factor = true)]
    public TransferDirection Direction { get; init; }

    [Parameter(
        "Seconds without traffic before each transfer, in which a shaped network saves up what it lets pass in a burst; part of no time.",
        Unit = "s", Maximum = 3_600, Factor = true)]
    public double RestSeconds { get; init; }

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<TcpBandwidthOptions>(
        "tcp.bandwidth",
        "TCP bandwidth",
        "How many bytes per second pass from one worker to another?",
        "transfers",
        "Hill et al. 2010, figure 5",
        OperationMetrics.Bytes,
        StandardPresets.With(
            paper: new { clients = 1, operationsPerClient = 1, warmUpOperations = 1, warmUpSeconds = 3, operationTimeoutSeconds = 60 },
            reduced: new
            {
                transferBytes = 64L << 20,
                direction = BothDirections,
                clients = 1,
                operationsPerClient = 3,
                warmUpOperations = 1,
            },
            quick: new
            {
                transferBytes = 64L << 20,
                direction = BothDirections,
                clients = 1,
                operationsPerClient = 3,
                warmUpOperations = 1,
            }).AsSeries((1_000, 120), (6, 0), (2, 0)));

    private static TransferDirection[] BothDirections => Enum.GetValues<TransferDirection>();

    public override bool ComparesFirstOperation => OperationsPerClient > 1;

    protected override bool TimesOutByBlock => true;

    protected override long PayloadBytes => TransferBytes;

    // A third of the slowest 15 % of the published transfers, 30 MB/s.
    protected override OperationPace Pace => new(0.1 + RestSeconds, 1_000, 10e6, 10e6);
}

/// <summary>Which way the bytes go.</summary>
public enum TransferDirection
{
    /// <summary>From the worker that measures to its peer, which times what it receives.</summary>
    Send,

    /// <summary>From the peer to the worker that measures.</summary>
    Receive,
}
