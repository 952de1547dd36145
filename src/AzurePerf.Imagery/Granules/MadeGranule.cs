namespace AzurePerf.Imagery.Granules;

/// <summary>Makes granules that nobody measured: a field as the instrument of an orbit would have seen it, with what it would have
/// missed.</summary>
/// <param name="Orbit">Whose instrument.</param>
/// <param name="Field">The truth.</param>
/// <param name="Declination">The sun's latitude in degrees; where it is below the horizon nothing is measured.</param>
/// <param name="LostScans">The share of scans that are lost as a whole, 0 to 1.</param>
/// <param name="Seed">Of which scans these are.</param>
public sealed record MadeGranule(Orbit Orbit, TrueField Field, double Declination = 0, double LostScans = 0, int Seed = 0)
{
    /// <summary>The value of a pixel nothing was measured at.</summary>
    public const short Fill = -28672;

    /// <summary>Counts of a field's value of 1; 0 is 0.</summary>
    public const int Counts = 10000;

    /// <summary>The granule that begins at a second of a day.</summary>
    /// <param name="second">Seconds from a midnight of UTC, 0 or more.</param>
    /// <param name="scans">How many scans it has.</param>
    public Swath<short> At(double second, int scans = Orbit.GranuleScans)
    {
        var geometry = Orbit.Swath(second, scans);
        var values = new short[geometry.Latitude.Length];
        var random = new Random(HashCodeOf(Seed, second));
        var perScan = geometry.LinesPerScan * geometry.Samples;
        for (var scan = 0; scan < scans; scan++)
        {
            var lost = random.NextDouble() < LostScans;
            var time = second + scan * Orbit.ScanStep;
            for (var pixel = scan * perScan; pixel < (scan + 1) * perScan; pixel++)
            {
                var (latitude, longitude) = (geometry.Latitude[pixel], geometry.Longitude[pixel]);
                values[pixel] = lost || Orbit.SunElevationSine(latitude, longitude, time, Declination) < 0
                    ? Fill
                    : (short)Math.Floor(Field.At(latitude, longitude) * Counts + 0.5);
            }
        }

        return new Swath<short>(geometry, values, Fill);
    }

    // Runs of the program agree on it, which those of the framework's hash codes do not.
    private static int HashCodeOf(int seed, double second) => unchecked(seed * 397 ^ (int)Math.Floor(second));
}
