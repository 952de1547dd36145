using System.Globalization;
using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Probes.Compute;

/// <summary>What the kernels have in common: they work on the worker's own processors and memory, and ask nobody.</summary>
/// <param name="options">Of the whole point.</param>
/// <param name="ownClients">Of the point's clients, how many run here; null for all.</param>
internal abstract class ComputeProbe(ComputeOptions options, int? ownClients) : IBlockingProbe
{
    private readonly bool[] _hasResult = new bool[options.Clients];
    private CorruptDataException? _wrongWarmUp;

    public bool Mutates => false;

    public int PlannedWireRequests => 0;

    /// <summary>The time of a verification is no part of the operation, so that its share is not worth a note.</summary>
    public bool VerifiesContent => false;

    public bool KeepsMachineBusy => true;

    public int ProcessorsPerClient => options.Pinning == ThreadPinning.Pinned ? ThreadsPerClient : 0;

    protected abstract int ThreadsPerClient { get; }

    /// <summary>What one client allocates.</summary>
    protected abstract long BytesPerClient { get; }

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <exception cref="NotSupportedException">This worker cannot do it.</exception>
    public virtual Task PreparePointAsync(CancellationToken cancellationToken)
    {
        var available = WorkerMemory.Bytes;
        var needed = BytesPerClient * (ownClients ?? options.Clients);
        return needed <= available - (available / 4)
            ? Task.CompletedTask
            : throw new NotSupportedException(string.Create(CultureInfo.InvariantCulture,
                $"the arrays of this worker's clients need {needed >> 20} MiB, and three quarters of this worker's memory are "
                    + $"{(available - (available / 4)) >> 20} MiB: take fewer clients or smaller ones"));
    }

    public OperationResult Execute(Operation operation, CancellationToken cancellationToken)
    {
        Begin(operation);
        var result = Run(operation, cancellationToken);
        End(operation);
        return result;
    }

    /// <summary>
    /// Every result of the warm-up is verified; one that is wrong fails the point at its end. Of the measured ones, only the last of each
    /// client is, when all have ended: a verification between two passes leaves the memory and the caches to the other clients meanwhile,
    /// so that they seem to be faster than they are together.
    /// </summary>
    public void Verify(Operation operation)
    {
        if (!operation.WarmUp)
        {
            return;
        }

        try
        {
            VerifyResultOf(operation.Client);
        }
        catch (CorruptDataException wrong)
        {
            Interlocked.CompareExchange(ref _wrongWarmUp, wrong, null);
            throw;
        }
    }

    public Task<IReadOnlyList<FollowUpFailure>> FinishAsync(CancellationToken cancellationToken)
    {
        if (_wrongWarmUp is { } wrong)
        {
            throw new CorruptDataException($"{wrong.Message}, in the warm-up", wrong);
        }

        for (var client = 0; client < _hasResult.Length; client++)
        {
            if (_hasResult[client])
            {
                VerifyResultOf(client);
            }
        }

        return Task.FromResult<IReadOnlyList<FollowUpFailure>>([]);
    }

    public abstract ValueTask DisposeAsync();

    /// <summary>Performs one pass, or ends soon after the token is cancelled and leaves it half done.</summary>
    protected abstract OperationResult Run(Operation operation, CancellationToken cancellationToken);

    /// <exception cref="CorruptDataException">What the client's last pass left is wrong.</exception>
    protected abstract void VerifyResultOf(int client);

    /// <summary>From here on the client has no whole result.</summary>
    protected void Begin(Operation operation) => _hasResult[operation.Client] = false;

    /// <summary>From here on it has one; that of a warm-up is verified at once.</summary>
    protected void End(Operation operation) => _hasResult[operation.Client] = !operation.WarmUp;

    /// <param name="residual">How far a result is off, in units of what rounding can do.</param>
    /// <param name="bound">The most that rounding does.</param>
    /// <param name="result">What it is of, for people.</param>
    /// <exception cref="CorruptDataException">It is off by more, or not a number.</exception>
    protected static void RequireRounding(double residual, double bound, string result)
    {
        if (!(residual <= bound))
        {
            throw new CorruptDataException(
                FormattableString.Invariant($"the scaled residual of the {result} is {residual:G3}; at most {bound} is rounding"));
        }
    }
}
