using AzurePerf.Core.Experiments.Compute;

namespace AzurePerf.Core.Experiments.Network;

/// <summary>Sends a small message over an open connection and waits until the peer has returned it.</summary>
public sealed record TcpRttOptions : NetworkOptions
{
    [Parameter("Bytes of the message, which comes back as it went.", Unit = "B", Minimum = 1, Maximum = 65_536, Factor = true)]
    public int MessageBytes { get; init; } = 1;

    [Parameter("How both sides wait for the other: block asleep in the system, spin awake.", Factor = true)]
    public WaitMode Mode { get; init; }

    [Parameter(
        "Whether the threads of both sides stay on processors of their own (Linux; elsewhere the system decides), or run where the "
            + "system puts them.", Factor = true)]
    public ThreadPinning Pinning { get; init; } = ThreadPinning.Pinned;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<TcpRttOptions>(
        "tcp.rtt",
        "TCP round trip",
        "How long does a byte take from one worker to another and back, over a connection that is open?",
        "round trips",
        "Hill et al. 2010, figure 4",
        OperationMetrics.Operations,
        StandardPresets.With(
            paper: new { mode = BothModes, clients = 1, operationsPerClient = 10_000, warmUpOperations = 1_000 },
            reduced: new { mode = BothModes, clients = 1, operationsPerClient = 2_000, warmUpOperations = 200 },
            quick: new { mode = BothModes, clients = 1, operationsPerClient = 500, warmUpOperations = 100 }));

    private static WaitMode[] BothModes => Enum.GetValues<WaitMode>();

    /// <summary>There and back.</summary>
    protected override long PayloadBytes => 2L * MessageBytes;

    // Half of the published round trips took 1 ms; ten times that for the slowest.
    protected override OperationPace Pace => new(0.01, 100_000, 1e9, 1e9);
}

/// <summary>How a thread waits for the other side's answer.</summary>
public enum WaitMode
{
    /// <summary>It sleeps in the system call: what waking it costs is part of the time.</summary>
    Block,

    /// <summary>It asks again and again, and keeps its processor busy: nearer to the network alone.</summary>
    Spin,
}
