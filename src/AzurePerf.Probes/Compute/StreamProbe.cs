using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Compute.Streams;

namespace AzurePerf.Probes.Compute;

/// <summary>compute.stream: one pass over three arrays of the client's own that no cache holds.</summary>
internal sealed class StreamProbe : ComputeProbe
{
    /// <summary>Arrays of four times the last-level cache are not made smaller or larger than this.</summary>
    internal const long SmallestBytes = 64 << 20;
    internal const long LargestBytes = 1L << 30;
    private const int Arrays = 3;
    private const int CachesPerArray = 4;

    private readonly StreamOptions _options;
    private readonly long _elements;
    private readonly PerClient<StreamArrays> _arrays;

    public StreamProbe(StreamOptions options, ProbeScope scope)
        : base(options, scope.OwnClients)
    {
        _options = options;
        _elements = (options.ArrayBytes > 0 ? options.ArrayBytes : UsualBytes(LastLevelCache.Bytes)) / sizeof(double) / StreamPass.Block
            * StreamPass.Block;
        _arrays = new(options.Clients, _ => new(_elements, scope.Seed));
    }

    protected override int ThreadsPerClient => 1;

    protected override long BytesPerClient => Arrays * _elements * sizeof(double);

    private long PassBytes => _elements * _options.BytesPerElement;

    /// <summary>Four times the last-level cache within the bounds.</summary>
    internal static long UsualBytes(long? cacheBytes) => Math.Clamp(CachesPerArray * (cacheBytes ?? 0), SmallestBytes, LargestBytes);

    protected override OperationResult Run(Operation operation, CancellationToken cancellationToken)
    {
        _arrays[operation.Client].Run(_options.Kernel, _options.Stores);
        return new(PassBytes, WireRequests: 0);
    }

    protected override void VerifyResultOf(int client)
    {
        if (_arrays[client].FindWrong(_options.Kernel) is { } element)
        {
            throw new CorruptDataException(
                FormattableString.Invariant($"element {element} of {_elements} is not what {_options.Kernel} makes of the arrays"));
        }
    }

    public override ValueTask DisposeAsync()
    {
        _arrays.Dispose();
        return ValueTask.CompletedTask;
    }
}
