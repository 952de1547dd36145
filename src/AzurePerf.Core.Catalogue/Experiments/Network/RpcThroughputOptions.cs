namespace AzurePerf.Core.Experiments.Network;

/// <summary>Calls the peer over HTTP and moves bytes in the request or in the answer.</summary>
public sealed record RpcThroughputOptions : NetworkOptions
{
    private static readonly RpcMethod[] BothMethods = Enum.GetValues<RpcMethod>();

    [Parameter("Which way the bytes go: get in the answer, post in the request.", Factor = true)]
    public RpcMethod Method { get; init; }

    [Parameter("The version of HTTP, without TLS.", Factor = true)]
    public RpcProtocol Protocol { get; init; }

    [Parameter("Bytes of each call, read and written as a stream.", Unit = "B", Minimum = 1, Maximum = 1L << 40, Factor = true)]
    public long TransferBytes { get; init; } = 128_000_000;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<RpcThroughputOptions>(
        "rpc.throughput",
        "HTTP calls between workers",
        "How many bytes per second does one worker move to or from another in the calls of a web service?",
        "calls",
        "Tudoran et al. 2012, figures 4 and 5",
        OperationMetrics.Bytes,
        StandardPresets.With(
            paper: new { method = BothMethods, clients = 1, operationsPerClient = 1, warmUpOperations = 1 },
            reduced: new
            {
                method = BothMethods,
                protocol = Enum.GetValues<RpcProtocol>(),
                transferBytes = 16L << 20,
                clients = new[] { 1, 4 },
                operationsPerClient = 10,
                warmUpOperations = 2,
            },
            quick: new { method = BothMethods, transferBytes = 16L << 20, clients = 1, operationsPerClient = 5, warmUpOperations = 2 })
            .AsSeries((1_440, 60), (6, 0), (2, 0)));

    protected override long PayloadBytes => TransferBytes;

    // A tenth of a gigabit.
    protected override OperationPace Pace => new(0.1, 1_000, 10e6, 10e6);
}

/// <summary>Which way the bytes of a call go.</summary>
public enum RpcMethod
{
    /// <summary>From the peer, in the answer.</summary>
    Get,

    /// <summary>To the peer, in the request.</summary>
    Post,
}

/// <summary>Which version of HTTP a call speaks.</summary>
public enum RpcProtocol
{
    /// <summary>HTTP/1.1.</summary>
    Http11,

    /// <summary>HTTP/2 without TLS, known beforehand.</summary>
    Http2,
}
