using System.Runtime.Intrinsics;

namespace AzurePerf.Probes.Compute.Dgemm;

/// <summary>Our own multiplication: each thread computes columns of its own, by the widest tiles that the processor has.</summary>
internal sealed unsafe class ManagedDgemm : IMatrixMultiplication
{
    private readonly (int First, int Count, IColumnMultiplication Work)[] _parts;

    public ManagedDgemm(ProductShape shape, int threads)
    {
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

    public void Multiply(AlignedArray a, AlignedArray b, AlignedArray c)
    {
        var others = new Thread[_parts.Length - 1];
        for (var other = 0; other < others.Length; other++)
        {
            var part = _parts[other + 1];
            others[other] = new(() => part.Work.Multiply(a.Start, b.Start, c.Start, part.First, part.Count)) { IsBackground = true };
            others[other].Start();
        }

        _parts[0].Work.Multiply(a.Start, b.Start, c.Start, _parts[0].First, _parts[0].Count);
        foreach (var other in others)
        {
            other.Join();
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
