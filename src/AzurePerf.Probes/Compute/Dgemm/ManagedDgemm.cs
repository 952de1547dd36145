using System.Runtime.ExceptionServices;
using System.Runtime.Intrinsics;

namespace AzurePerf.Probes.Compute.Dgemm;

/// <summary>Our own multiplication: each thread computes columns of its own, by the widest tiles that the processor has.</summary>
internal sealed unsafe class ManagedDgemm : IMatrixMultiplication
{
    private readonly (int First, int Count, IColumnMultiplication Work)[] _parts;
    private readonly Action<int>? _begin;

    /// <param name="shape">Of the product.</param>
    /// <param name="threads">How many share it, the caller's among them.</param>
    /// <param name="begin">Called at each product by each thread with its number, before it computes; the caller's is 0.</param>
    public ManagedDgemm(ProductShape shape, int threads, Action<int>? begin = null)
    {
        _begin = begin;
        var shares = Math.Min(shape.Columns, threads);
        _parts = [.. Enumerable.Range(0, shares).Select(PartOf)];

        (int First, int Count, IColumnMultiplication Work) PartOf(int thread)
        {
            var first = (int)((long)shape.Columns * thread / shares);
            var count = (int)((long)shape.Columns * (thread + 1) / shares) - first;
            return (first, count,
                Vector512.IsHardwareAccelerated
                    ? new BlockedMultiplication<Tile512>(shape, count)
                    : new BlockedMultiplication<Tile256>(shape, count));
        }
    }

    public void Multiply(AlignedArray a, AlignedArray b, AlignedArray c, CancellationToken cancellationToken = default)
    {
        var others = new Thread[_parts.Length - 1];
        Exception? failed = null;
        for (var other = 0; other < others.Length; other++)
        {
            var part = other + 1;
            others[other] = new(() => Share(part)) { IsBackground = true };
            others[other].Start();
        }

        Share(0);
        foreach (var other in others)
        {
            other.Join();
        }

        if (failed is not null)
        {
            ExceptionDispatchInfo.Throw(failed);
        }

        // What a thread throws would end the process.
        void Share(int part)
        {
            try
            {
                _begin?.Invoke(part);
                var (first, count, work) = _parts[part];
                work.Multiply(a.Start, b.Start, c.Start, first, count, cancellationToken);
            }
            catch (Exception failure)
            {
                failed = failure;
            }
        }
    }

    public void Dispose()
    {
        foreach (var part in _parts)
        {
            part.Work.Dispose();
        }
    }
}
