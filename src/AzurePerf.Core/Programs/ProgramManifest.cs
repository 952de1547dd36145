namespace AzurePerf.Core.Programs;

/// <summary>What a program's reduce.json says: how it is run, and what it makes.</summary>
public sealed record ProgramManifest
{
    /// <summary>For people: 1 to 40 lower-case letters, digits, hyphens and underscores, a letter first.</summary>
    public required string Name { get; init; }

    /// <summary>The file that is run, relative to the program's folder.</summary>
    public required string Run { get; init; }

    public IReadOnlyList<string> Arguments { get; init; } = [];

    /// <summary>How each image is given to it.</summary>
    public required ProgramInput Inputs { get; init; }

    /// <summary>The files that it makes in out/, 1 to 16; the first is the main one.</summary>
    public required IReadOnlyList<string> Outputs { get; init; }

    /// <summary>The limits that it asks for.</summary>
    public ProgramLimitRequest Limits { get; init; } = ProgramLimitRequest.None;

    /// <summary>Reads reduce.json.</summary>
    /// <param name="json">UTF-8, at most <see cref="PackageLimits.ManifestBytes"/>.</param>
    /// <returns>The manifest, or null and one sentence that says what is wrong.</returns>
    public static (ProgramManifest? Manifest, string Fault) Read(ReadOnlySpan<byte> json)
    {
        try
        {
            return (ProgramManifestReader.Read(json), "");
        }
        catch (ProgramFaultException fault)
        {
            return (null, fault.Message);
        }
    }
}

/// <summary>How a program is given images.</summary>
public enum ProgramInput
{
    /// <summary>As GeoTIFF files.</summary>
    GeoTiff,

    /// <summary>As files of little-endian doubles, row by row, NaN where there is no value.</summary>
    Flat,
}
