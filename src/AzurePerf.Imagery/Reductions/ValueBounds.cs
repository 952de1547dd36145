using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Reductions;

/// <summary>The smallest and the largest value of rasters; infinite, the wrong way around, while there is none.</summary>
internal readonly record struct ValueBounds(double Least, double Most)
{
    /// <summary>Of no raster.</summary>
    public static readonly ValueBounds None = new(double.PositiveInfinity, double.NegativeInfinity);

    public static ValueBounds Of(Raster<double> raster) => None.And(raster);

    /// <summary>From the smallest to the largest; one more than the smallest where all are equal, 0 to 1 where there is none.</summary>
    public (double Low, double High) Range() => Least < Most ? (Least, Most) : Least <= Most ? (Least, Least + 1) : (0, 1);

    /// <summary>With another raster.</summary>
    public ValueBounds And(Raster<double> raster)
    {
        var (least, most) = this;
        foreach (var value in raster.Values)
        {
            if (raster.IsFill(value))
                continue;
            least = Math.Min(least, value);
            most = Math.Max(most, value);
        }

        return new ValueBounds(least, most);
    }
}
