using System.Numerics;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Kernels;

/// <summary>Several days of one tile put together, cell by cell; days without a value there do not count.</summary>
/// <param name="Values">The aggregate; fill where no day has a value, but for a count.</param>
/// <param name="Days">On how many days each value rests.</param>
public sealed record Composite<T>(Raster<T> Values, Raster<ushort> Days)
    where T : unmanaged, INumber<T>
{
    /// <summary>The share of the cells on the Earth with a value on some day, 0 to 1.</summary>
    public double Coverage => Days.Coverage();
}

/// <summary>Makes composites.</summary>
public static class Composite
{
    /// <summary>Puts days together; sums are made in the order of the days, so that equal days give equal bits.</summary>
    /// <param name="days">1 to 65,535, of one grid and one fill value.</param>
    /// <param name="aggregate">What becomes of them. A count beyond what <typeparamref name="T"/> holds is its largest value.</param>
    /// <exception cref="ArgumentException">There is no day, or too many, or they do not fit together.</exception>
    public static Composite<T> Of<T>(IReadOnlyList<Raster<T>> days, Aggregate aggregate)
        where T : unmanaged, INumber<T>
    {
        if (days.Count == 0)
            throw new ArgumentException("1 to 65,535 days of one grid and one fill value go together.", nameof(days));
        var builder = new CompositeBuilder<T>(days[0].Grid, days[0].Fill, aggregate);
        foreach (var day in days)
            builder.Add(day);
        return builder.End();
    }
}
