namespace AzurePerf.Imagery.Granules;

/// <summary>
/// Where the pixels of a granule lie. A mirror sweeps across the track and several detectors see one scan of lines at a time; towards the
/// ends of a scan its lines grow apart and overlap with those of the next (the bow-tie), so that only lines of one scan are neighbours.
/// </summary>
public sealed class SwathGeometry
{
    /// <param name="lines">Along the track; a multiple of <paramref name="linesPerScan"/>.</param>
    /// <param name="samples">Across the track, 2 or more.</param>
    /// <param name="linesPerScan">Lines that are seen at a time: 10 at 1 km.</param>
    /// <param name="latitude">Degrees of each pixel, line after line; anything outside -90 to 90 means not known.</param>
    /// <param name="longitude">Degrees of each pixel, -180 to 180.</param>
    /// <exception cref="UnreadableFileException">The sizes do not fit together.</exception>
    public SwathGeometry(int lines, int samples, int linesPerScan, float[] latitude, float[] longitude)
    {
        if (lines < 1 || samples < 2 || linesPerScan < 2 || lines % linesPerScan != 0
            || latitude.LongLength != (long)lines * samples || longitude.LongLength != latitude.LongLength)
        {
            throw new UnreadableFileException(
                $"A swath of {lines} lines, {samples} samples and {linesPerScan} lines a scan has {latitude.Length} positions.");
        }

        (Lines, Samples, LinesPerScan, Latitude, Longitude) = (lines, samples, linesPerScan, latitude, longitude);
    }

    /// <summary>Lines along the track.</summary>
    public int Lines { get; }

    /// <summary>Pixels of a line.</summary>
    public int Samples { get; }

    /// <summary>Lines of one scan.</summary>
    public int LinesPerScan { get; }

    /// <summary>Degrees of each pixel, line after line.</summary>
    public float[] Latitude { get; }

    /// <summary>Degrees of each pixel, line after line.</summary>
    public float[] Longitude { get; }

    /// <summary>Whether a position is one.</summary>
    internal static bool IsKnown(float latitude, float longitude) => Math.Abs(latitude) <= 90 && Math.Abs(longitude) <= 180;
}
