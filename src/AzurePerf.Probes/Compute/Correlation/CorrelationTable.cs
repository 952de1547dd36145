using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AzurePerf.Probes.Compute.Correlation;

/// <summary>Reads a table of correlations, one row per variant.</summary>
internal static unsafe class CorrelationTable
{
    /// <summary>The greatest magnitude; NaN where the table holds one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static double Greatest(ReadOnlySpan<double> correlations)
    {
        var greatest = Vector256<double>.Zero;
        var index = 0;
        for (; index + Vector256<double>.Count <= correlations.Length; index += Vector256<double>.Count)
        {
            greatest = Vector256.Max(greatest, Vector256.Abs(Vector256.Create(correlations[index..])));
        }

        var result = Math.Max(Math.Max(greatest[0], greatest[1]), Math.Max(greatest[2], greatest[3]));
        for (; index < correlations.Length; index++)
        {
            result = Math.Max(result, Math.Abs(correlations[index]));
        }

        return result;
    }

    /// <summary>The pairs of the greatest magnitudes, greatest first.</summary>
    public static CorrelationHit[] Top(ReadOnlySpan<double> correlations, int voxels, int count)
    {
        var top = new PriorityQueue<CorrelationHit, double>(count + 1);
        for (var first = 0; first < correlations.Length; first += voxels)
        {
            var row = correlations.Slice(first, voxels);
            var full = top.TryPeek(out _, out var least) && top.Count == count;

            // Hardly any row has one of the greatest.
            if (full && Greatest(row) <= least)
            {
                continue;
            }

            for (var voxel = 0; voxel < row.Length; voxel++)
            {
                if (top.Count < count)
                {
                    top.Enqueue(new(first / voxels, voxel, row[voxel]), Math.Abs(row[voxel]));
                }
                else if (top.TryPeek(out _, out least) && Math.Abs(row[voxel]) > least)
                {
                    top.EnqueueDequeue(new(first / voxels, voxel, row[voxel]), Math.Abs(row[voxel]));
                }
            }
        }

        var hits = new CorrelationHit[top.Count];
        for (var place = hits.Length - 1; place >= 0; place--)
        {
            hits[place] = top.Dequeue();
        }

        return hits;
    }
}

/// <summary>One pair that goes together.</summary>
/// <param name="Snp">From 0.</param>
/// <param name="Voxel">From 0.</param>
/// <param name="R">Pearson's coefficient.</param>
internal readonly record struct CorrelationHit(int Snp, int Voxel, double R);
