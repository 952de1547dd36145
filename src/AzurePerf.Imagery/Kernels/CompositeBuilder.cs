using System.Numerics;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Kernels;

/// <summary>
/// Puts days together one after the other, so that a year needs the memory of a few days: mean, max, min and count keep sums alone. A
/// median keeps the days themselves. Sums are made in the order in which the days come, so that equal days give equal bits.
/// </summary>
public sealed class CompositeBuilder<T>
    where T : unmanaged, INumber<T>
{
    private readonly Aggregate _aggregate;
    private readonly Raster<T> _values;
    private readonly ushort[] _counts;
    private readonly double[] _sums;
    private readonly List<T[]> _kept = [];
    private int _days;

    /// <param name="grid">The cells.</param>
    /// <param name="fill">The value of a cell nothing is known of.</param>
    /// <param name="aggregate">What becomes of the days. A count beyond what <typeparamref name="T"/> holds is its largest value.</param>
    public CompositeBuilder(Grid grid, T fill, Aggregate aggregate)
    {
        (_aggregate, _values) = (aggregate, grid.Filled(fill));
        _counts = new ushort[grid.Cells];
        _sums = new double[aggregate == Aggregate.Mean ? grid.Cells : 0];
    }

    /// <summary>Adds a day.</summary>
    /// <param name="day">Of the grid and the fill value.</param>
    /// <exception cref="ArgumentException">It does not fit, or there are 65,535 days already.</exception>
    public void Add(Raster<T> day)
    {
        if (_days == ushort.MaxValue || day.Grid != _values.Grid || !day.Fill.Equals(_values.Fill))
            throw new ArgumentException("1 to 65,535 days of one grid and one fill value go together.", nameof(day));
        _days++;
        for (var cell = 0; cell < _counts.Length; cell++)
            _counts[cell] += (ushort)(day.IsFill(day.Values[cell]) ? 0 : 1);
        switch (_aggregate)
        {
            case Aggregate.Max:
                Extreme(day, 1);
                break;
            case Aggregate.Min:
                Extreme(day, -1);
                break;
            case Aggregate.Mean:
                for (var cell = 0; cell < _sums.Length; cell++)
                    _sums[cell] += day.IsFill(day.Values[cell]) ? 0 : double.CreateTruncating(day.Values[cell]);
                break;
            case Aggregate.Median:
                _kept.Add(day.Values);
                break;
            default:
                break;
        }
    }

    /// <summary>The composite of the days; called once, after the last.</summary>
    public Composite<T> End()
    {
        var values = _values.Values;
        if (_aggregate == Aggregate.Median)
            Median();
        for (var cell = 0; cell < values.Length; cell++)
        {
            if (_aggregate == Aggregate.Count)
                values[cell] = T.CreateSaturating(_counts[cell]);
            else if (_aggregate == Aggregate.Mean && _counts[cell] > 0)
                values[cell] = Rounded(_sums[cell] / _counts[cell]);
        }

        return new Composite<T>(_values, new Raster<ushort>(_values.Grid, _counts, 0));
    }

    private void Extreme(Raster<T> day, int sign)
    {
        var values = _values.Values;
        for (var cell = 0; cell < values.Length; cell++)
        {
            var value = day.Values[cell];
            if (!day.IsFill(value) && (day.IsFill(values[cell]) || value.CompareTo(values[cell]) * sign > 0))
                values[cell] = value;
        }
    }

    private void Median()
    {
        var values = _values.Values;
        var sorted = new T[_kept.Count];
        for (var cell = 0; cell < values.Length; cell++)
        {
            var count = 0;
            foreach (var day in _kept)
                if (!_values.IsFill(day[cell]))
                    sorted[count++] = day[cell];
            if (count == 0)
                continue;
            sorted.AsSpan(0, count).Sort();
            values[cell] = count % 2 == 1
                ? sorted[count / 2]
                : Rounded((double.CreateTruncating(sorted[count / 2 - 1]) + double.CreateTruncating(sorted[count / 2])) / 2);
        }
    }

    private static T Rounded(double value) =>
        T.CreateSaturating(T.One / (T.One + T.One) == T.Zero ? Math.Floor(value + 0.5) : value);
}
