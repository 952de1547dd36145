using System.Numerics;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Kernels;

/// <summary>Several days of one tile put together, cell by cell; days without a value there do not count.</summary>
/// <param name="Values">The aggregate; fill where no day has a value, but for a count.</param>
/// <param name="Days">On how many days each value rests.</param>
public sealed record Composite<T>(Raster<T> Values, Raster<ushort> Days)
    where T : unmanaged, INumber<T>
{
    /// <summary>The share of cells with a value on some day, 0 to 1.</summary>
    public double Coverage => (double)Days.Values.Count(days => days > 0) / Days.Values.Length;
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
        if (days.Count is 0 or > ushort.MaxValue || days.Any(day => day.Grid != days[0].Grid || !day.Fill.Equals(days[0].Fill)))
            throw new ArgumentException("1 to 65,535 days of one grid and one fill value go together.", nameof(days));
        var result = days[0].Grid.Filled(days[0].Fill);
        var counts = Count(days);
        var values = result.Values;
        switch (aggregate)
        {
            case Aggregate.Count:
                for (var cell = 0; cell < values.Length; cell++)
                    values[cell] = T.CreateSaturating(counts[cell]);
                break;
            case Aggregate.Max:
                foreach (var day in days)
                    Extreme(day, values, 1);
                break;
            case Aggregate.Min:
                foreach (var day in days)
                    Extreme(day, values, -1);
                break;
            case Aggregate.Mean:
                Mean(days, counts, values);
                break;
            default:
                Median(days, counts, values);
                break;
        }

        return new Composite<T>(result, new Raster<ushort>(result.Grid, counts, 0));
    }

    private static ushort[] Count<T>(IReadOnlyList<Raster<T>> days)
        where T : unmanaged, INumber<T>
    {
        var counts = new ushort[days[0].Values.Length];
        foreach (var day in days)
            for (var cell = 0; cell < counts.Length; cell++)
                counts[cell] += (ushort)(day.IsFill(day.Values[cell]) ? 0 : 1);
        return counts;
    }

    private static void Extreme<T>(Raster<T> day, T[] values, int sign)
        where T : unmanaged, INumber<T>
    {
        for (var cell = 0; cell < values.Length; cell++)
        {
            var value = day.Values[cell];
            if (!day.IsFill(value) && (day.IsFill(values[cell]) || value.CompareTo(values[cell]) * sign > 0))
                values[cell] = value;
        }
    }

    private static void Mean<T>(IReadOnlyList<Raster<T>> days, ushort[] counts, T[] values)
        where T : unmanaged, INumber<T>
    {
        var sums = new double[values.Length];
        foreach (var day in days)
            for (var cell = 0; cell < sums.Length; cell++)
                sums[cell] += day.IsFill(day.Values[cell]) ? 0 : double.CreateTruncating(day.Values[cell]);
        for (var cell = 0; cell < sums.Length; cell++)
            if (counts[cell] > 0)
                values[cell] = Rounded<T>(sums[cell] / counts[cell]);
    }

    private static void Median<T>(IReadOnlyList<Raster<T>> days, ushort[] counts, T[] values)
        where T : unmanaged, INumber<T>
    {
        var sorted = new T[days.Count];
        for (var cell = 0; cell < values.Length; cell++)
        {
            var count = 0;
            foreach (var day in days)
                if (!day.IsFill(day.Values[cell]))
                    sorted[count++] = day.Values[cell];
            if (counts[cell] == 0)
                continue;
            sorted.AsSpan(0, count).Sort();
            values[cell] = count % 2 == 1
                ? sorted[count / 2]
                : Rounded<T>((double.CreateTruncating(sorted[count / 2 - 1]) + double.CreateTruncating(sorted[count / 2])) / 2);
        }
    }

    private static T Rounded<T>(double value)
        where T : unmanaged, INumber<T> =>
        T.CreateSaturating(T.One / (T.One + T.One) == T.Zero ? Math.Floor(value + 0.5) : value);
}
