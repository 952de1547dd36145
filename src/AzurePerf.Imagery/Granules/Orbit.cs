using AzurePerf.Imagery.Numerics;

namespace AzurePerf.Imagery.Granules;

/// <summary>
/// The path of a satellite that crosses the equator at one local time of day, and of what its instrument sees: a circle around a sphere, in
/// a frame in which the sun stands still and the Earth turns once a day. Numbers of Terra and MODIS from the MODIS Level 1A Earth Location
/// ATBD (Nishihama et al., 1997): 705 km, 98.2 degrees, 233 orbits in 16 days, mirror 1.4771 s a turn, pixels of 1 / 705 rad, 1354 to a
/// line.
/// </summary>
/// <param name="DescendingHour">Local solar time, in hours, at which it crosses the equator southwards: 10.5 for Terra, 1.5 for
/// Aqua.</param>
/// <param name="Phase">Where it is at second 0, in degrees along the orbit from the northward crossing.</param>
public sealed record Orbit(double DescendingHour = 10.5, double Phase = 0)
{
    /// <summary>Pixels of a line at 1 km.</summary>
    public const int Samples = 1354;

    /// <summary>Lines of a scan at 1 km.</summary>
    public const int LinesPerScan = 10;

    /// <summary>Scans of a granule of five minutes.</summary>
    public const int GranuleScans = 203;

    /// <summary>Seconds from one scan to the next.</summary>
    public const double ScanSeconds = 1.4771;

    /// <summary>Of <see cref="Coarseness"/>: pixels of 20 km.</summary>
    public const int Coarsest = 20;

    private const double Height = 1 + 705.0 / 6371.007181;
    private const double PixelAngle = 1.0 / 705;
    private const double Period = 16 * 86400.0 / 233;
    private const double Inclination = 98.2;
    private const double Obliquity = 23.44;

    /// <summary>
    /// How many times coarser its instrument is than MODIS, 1 to <see cref="Coarsest"/>. At 10 a pixel is 10 km wide, and a line has a
    /// tenth of the pixels, a granule about a tenth of the scans, each of which takes about ten times as long.
    /// </summary>
    public int Coarseness
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfNegativeOrZero(value);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, Coarsest);
            field = value;
        }
    } = 1;

    /// <summary>Pixels of a line of this instrument.</summary>
    public int LineSamples => Samples / Coarseness;

    /// <summary>Scans of five minutes of this instrument.</summary>
    public int Scans => GranuleScans / Coarseness;

    /// <summary>Seconds from one scan of this instrument to the next.</summary>
    public double ScanStep => ScanSeconds * Along;

    private double Along => (double)GranuleScans / Scans;

    private double Across => (double)Samples / LineSamples;

    /// <summary>The positions of the pixels of some scans.</summary>
    /// <param name="second">When the first scan is made, in seconds from a midnight of UTC; 0 or more.</param>
    /// <param name="scans">How many, 1 or more.</param>
    public SwathGeometry Swath(double second, int scans = GranuleScans)
    {
        var samples = LineSamples;
        var (lineAngle, sampleAngle) = (PixelAngle * Along, PixelAngle * Across);
        var (latitude, longitude) = (new float[scans * LinesPerScan * samples], new float[scans * LinesPerScan * samples]);
        for (var scan = 0; scan < scans; scan++)
        {
            var time = second + scan * ScanStep;
            var (satellite, along) = At(time);
            var (down, across) = (satellite * -1, along.Cross(satellite));
            var east = SubsolarLongitude(time);
            for (var line = 0; line < LinesPerScan; line++)
            {
                var ahead = (line - (LinesPerScan - 1) / 2.0) * lineAngle;
                var (forward, level) = (along * Elementary.Sin(ahead), Elementary.Cos(ahead));
                var at = (scan * LinesPerScan + line) * samples;
                for (var sample = 0; sample < samples; sample++)
                {
                    var aside = (sample - (samples - 1) / 2.0) * sampleAngle;
                    var look = forward + (down * Elementary.Cos(aside) + across * Elementary.Sin(aside)) * level;
                    var (there, meridian) = Seen(satellite, look).Position();
                    latitude[at + sample] = (float)there;
                    longitude[at + sample] = (float)Wrapped(meridian + east);
                }
            }
        }

        return new SwathGeometry(scans * LinesPerScan, samples, LinesPerScan, latitude, longitude);
    }

    /// <summary>The positions in degrees of the pixels at the four corners of five minutes, around the swath.</summary>
    /// <param name="second">When the first scan is made, in seconds from a midnight of UTC; 0 or more.</param>
    public IReadOnlyList<(double Latitude, double Longitude)> Ring(double second)
    {
        var last = second + (Scans - 1) * ScanStep;
        return
        [
            Pixel(second, 0, 0), Pixel(second, 0, LineSamples - 1),
            Pixel(last, LinesPerScan - 1, LineSamples - 1), Pixel(last, LinesPerScan - 1, 0),
        ];
    }

    /// <summary>The sine of the sun's elevation over a position; below 0 it is night.</summary>
    /// <param name="latitude">Degrees.</param>
    /// <param name="longitude">Degrees.</param>
    /// <param name="second">Seconds from a midnight of UTC.</param>
    /// <param name="declination">The sun's latitude in degrees, -23.44 to 23.44.</param>
    public static double SunElevationSine(double latitude, double longitude, double second, double declination) =>
        Vector3.Of(latitude, longitude).Dot(Vector3.Of(declination, SubsolarLongitude(second)));

    /// <summary>The sun's latitude in degrees, to about one (Cooper, "The absorption of radiation in solar stills", 1969).</summary>
    public static double Declination(DateOnly day) => Obliquity * Elementary.Sin(2 * Math.PI * (day.DayOfYear + 284) / 365);

    private (double Latitude, double Longitude) Pixel(double second, int line, int sample)
    {
        var (satellite, along) = At(second);
        var ahead = (line - (LinesPerScan - 1) / 2.0) * PixelAngle * Along;
        var aside = (sample - (LineSamples - 1) / 2.0) * PixelAngle * Across;
        var level = satellite * -Elementary.Cos(aside) + along.Cross(satellite) * Elementary.Sin(aside);
        var (latitude, meridian) = Seen(satellite, along * Elementary.Sin(ahead) + level * Elementary.Cos(ahead)).Position();
        return (latitude, Wrapped(meridian + SubsolarLongitude(second)));
    }

    private (Vector3 Satellite, Vector3 Along) At(double second)
    {
        // The sun is at longitude 0 of its frame, so that it is noon there. The satellite crosses northwards opposite to where it crosses
        // southwards.
        var node = Vector3.Of(0, Wrapped((DescendingHour - 12) * 15 + 180));
        var tilt = Elementary.Cos(Inclination * Elementary.Degree);
        var ninety = new Vector3(-node.Y * tilt, node.X * tilt, Elementary.Sin(Inclination * Elementary.Degree));
        var turns = Phase / 360 + second / Period;
        var angle = (turns - Math.Floor(turns)) * 2 * Math.PI;
        var (sine, cosine) = (Elementary.Sin(angle), Elementary.Cos(angle));
        return (node * cosine + ninety * sine, ninety * cosine - node * sine);
    }

    // The nearer of the two points at which a ray from the satellite meets the sphere.
    private static Vector3 Seen(Vector3 satellite, Vector3 look)
    {
        var towards = -Height * satellite.Dot(look);
        var range = towards - Math.Sqrt(towards * towards - (Height * Height - 1));
        return satellite * Height + look * range;
    }

    private static double SubsolarLongitude(double second) => Wrapped(180 - second / 240);

    private static double Wrapped(double longitude) => longitude - 360 * Math.Floor((longitude + 180) / 360);
}
