using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Probes.Compute;

/// <summary>What the kernels have in common: they work on the worker's own processors and memory, and ask nobody.</summary>
internal abstract class ComputeProbe(ComputeOptions options) : IBlockingProbe
{
    public bool Mutates => false;

    public int PlannedWireRequests => 0;

    /// <summary>The time of a verification is no part of the operation, so that its share is not worth a note.</summary>
    public bool VerifiesContent => false;

    public bool MeasuresWorker => true;

    public int ProcessorsPerClient => options.Pinning == ThreadPinning.Pinned ? ThreadsPerClient : 0;

    protected abstract int ThreadsPerClient { get; }

    /// <summary>What all clients together allocate.</summary>
    protected abstract long BytesNeeded { get; }

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <exception cref="NotSupportedException">This worker cannot do it.</exception>
    public virtual Task PreparePointAsync(CancellationToken cancellationToken)
    {
        var available = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;
        return BytesNeeded <= available - (available / 4)
            ? Task.CompletedTask
            : throw new NotSupportedException(FormattableString.Invariant(
                $"the arrays of all clients need {BytesNeeded >> 20} MiB, and three quarters of this worker's memory are {(available - (available / 4)) >> 20} MiB: take fewer clients or smaller ones"));
    }

    public abstract OperationResult Execute(Operation operation, CancellationToken cancellationToken);

    public abstract void Verify(Operation operation);

    public abstract ValueTask DisposeAsync();

    /// <param name="residual">How far a result is off, in units of what rounding can do.</param>
    /// <param name="bound">The most that rounding does.</param>
    /// <param name="result">What it is of, for people.</param>
    /// <exception cref="CorruptDataException">It is off by more, or not a number.</exception>
    protected static void RequireRounding(double residual, double bound, string result)
    {
        if (!(residual <= bound))
        {
            throw new CorruptDataException(FormattableString.Invariant($"the scaled residual of the {result} is {residual:G3}; at most {bound} is rounding"));
        }
    }
}
