using AzurePerf.Imagery.Numerics;

namespace AzurePerf.Sources.Made;

/// <summary>
/// How green a made place is on a day, as a vegetation index: patches of a thousand down to a hundred kilometres, drawn from a seed, and
/// greenest in the summer of their half of the Earth.
/// </summary>
internal sealed class MadeVegetation
{
    private const double Least = 0.1;
    private const double Most = 0.8;
    private const int GreenestDay = 196;
    private const int DaysOfYear = 365;
    private const double Contrast = 0.9;
    private const double Seasonal = 0.25;

    /// <summary>Waves in a radius, and how much each counts; together 1.</summary>
    private static readonly (double Length, double Weight)[] Patches =
        [(40, 0.35), (60, 0.2), (110, 0.15), (170, 0.15), (260, 0.1), (390, 0.05)];

    private readonly Vector3[] _waves = new Vector3[Patches.Length];
    private readonly double[] _phases = new double[Patches.Length];
    private readonly double _summer;

    /// <param name="seed">Any number; what is drawn from it has nothing to do with the field of the same seed.</param>
    /// <param name="day">Of which the season is.</param>
    public MadeVegetation(int seed, DateOnly day)
    {
        var random = new Random(unchecked(seed * 397 ^ 9));
        for (var wave = 0; wave < _waves.Length; wave++)
        {
            var latitude = Elementary.Asin(random.NextDouble() * 2 - 1) / Elementary.Degree;
            _waves[wave] = Vector3.Of(latitude, random.NextDouble() * 360 - 180) * Patches[wave].Length;
            _phases[wave] = random.NextDouble() * 2 * Math.PI;
        }

        _summer = Seasonal * Elementary.Cos(2 * Math.PI * (day.DayOfYear - GreenestDay) / DaysOfYear);
    }

    /// <summary>The index at a position in degrees, 0.1 to 0.8.</summary>
    public double At(double latitude, double longitude)
    {
        var point = Vector3.Of(latitude, longitude);
        var green = 0.5 + _summer * point.Z;
        for (var wave = 0; wave < _waves.Length; wave++)
            green += Contrast * Patches[wave].Weight * Elementary.Sin(_waves[wave].Dot(point) + _phases[wave]);
        return Least + (Most - Least) * Math.Clamp(green, 0, 1);
    }

    /// <summary>What leaves leave of the red light, as a share of the near infrared at the same place: 0.11 where it is greenest.</summary>
    public double RedShare(double latitude, double longitude)
    {
        var index = At(latitude, longitude);
        return (1 - index) / (1 + index);
    }
}
