using AzurePerf.Imagery.Numerics;

namespace AzurePerf.Imagery.Granules;

/// <summary>
/// How the positions of a swath lie on its pixels where a file keeps only some of them, as the dimension maps of HDF-EOS say: position 0 is
/// that of pixel <paramref name="Offset"/>, each further one that of the pixel <paramref name="Increment"/> later, along and across the
/// track.
/// </summary>
/// <param name="Offset">Pixels before the first position, 0 or more: 2 in MOD11_L2.</param>
/// <param name="Increment">Pixels from one position to the next, 1 or more: 5 in MOD11_L2.</param>
public readonly record struct DimensionMap(int Offset, int Increment)
{
    /// <summary>
    /// The position of each pixel, between those kept and somewhat beyond on straight lines through the Earth. It goes from line to line
    /// within a scan and never from one to the next.
    /// </summary>
    /// <param name="kept">The positions kept, of which a scan has two lines or more.</param>
    /// <param name="lines">Lines of pixels.</param>
    /// <param name="samples">Pixels of a line.</param>
    /// <param name="linesPerScan">Lines of pixels of one scan.</param>
    /// <exception cref="UnreadableFileException">The sizes do not fit together.</exception>
    public SwathGeometry Expand(SwathGeometry kept, int lines, int samples, int linesPerScan)
    {
        if (Increment < 1 || Offset < 0 || lines < 1 || samples < 2 || linesPerScan < 1 || (long)lines * samples > Array.MaxLength
            || linesPerScan != (long)kept.LinesPerScan * Increment || lines != (long)kept.Lines * Increment || Offset >= linesPerScan
            || Offset + (kept.Samples - 1L) * Increment > samples + Increment)
        {
            throw new UnreadableFileException(
                $"Positions of {kept.Lines} x {kept.Samples} do not map to {lines} x {samples} pixels "
                + $"by offset {Offset} and increment {Increment}.");
        }

        var vectors = Vectors(kept);
        var (latitude, longitude) = (new float[lines * samples], new float[lines * samples]);
        var across = new (int, double)[samples];
        for (var sample = 0; sample < samples; sample++)
            across[sample] = Between(sample, kept.Samples);
        var (upper, lower, placed) = (new InterpolatedLine(samples), new InterpolatedLine(samples), -1);
        for (var line = 0; line < lines; line++)
        {
            var (down, share) = Between(line % linesPerScan, kept.LinesPerScan);
            var first = line / linesPerScan * kept.LinesPerScan + down;
            if (first != placed)
            {
                upper.Place(vectors.AsSpan(first * kept.Samples, kept.Samples), across);
                lower.Place(vectors.AsSpan((first + 1) * kept.Samples, kept.Samples), across);
                placed = first;
            }

            upper.Positions(lower, share, latitude.AsSpan(line * samples, samples), longitude.AsSpan(line * samples, samples));
        }

        return new SwathGeometry(lines, samples, linesPerScan, latitude, longitude);
    }

    private (int Index, double Share) Between(int pixel, int count)
    {
        var at = (double)(pixel - Offset) / Increment;
        var index = Math.Clamp((int)Math.Floor(at), 0, count - 2);
        return (index, at - index);
    }

    private static Vector3[] Vectors(SwathGeometry kept)
    {
        var vectors = new Vector3[kept.Latitude.Length];
        for (var pixel = 0; pixel < vectors.Length; pixel++)
            vectors[pixel] = SwathGeometry.IsKnown(kept.Latitude[pixel], kept.Longitude[pixel])
                ? Vector3.Of(kept.Latitude[pixel], kept.Longitude[pixel])
                : new Vector3(double.NaN, double.NaN, double.NaN);
        return vectors;
    }
}
