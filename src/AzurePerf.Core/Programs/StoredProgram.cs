using System.Globalization;

namespace AzurePerf.Core.Programs;

/// <summary>A user's program as it is stored.</summary>
public sealed record StoredProgram
{
    /// <summary>Its name in the store; see <see cref="ProgramHash"/>.</summary>
    public required string Hash { get; init; }

    public required ProgramManifest Manifest { get; init; }

    /// <summary>reduce.json as it is in the package.</summary>
    public required string ManifestText { get; init; }

    /// <summary>Bytes of the zip file.</summary>
    public required long ZippedBytes { get; init; }

    /// <summary>Bytes of all files.</summary>
    public required long UnpackedBytes { get; init; }

    public required int Files { get; init; }

    /// <summary>Who uploaded it first.</summary>
    public required string AddedBy { get; init; }

    public required DateTimeOffset AddedAt { get; init; }

    /// <summary>Null while it may run.</summary>
    public DateTimeOffset? RevokedAt { get; init; }

    public string RevokedBy { get; init; } = "";

    /// <summary>Of the stored row.</summary>
    public string ETag { get; init; } = "";

    public bool IsRevoked => RevokedAt is not null;

    /// <summary>Name and the digits by which people tell it from others, such as "ndvi (1f0c9a3e)".</summary>
    public string ShortName => $"{Manifest.Name} ({Hash[..ProgramHash.ShortestPrefix]})";

    /// <summary>Who revoked it and when, such as "anna revoked it on 2026-11-28"; empty while it may run.</summary>
    public string RevocationText =>
        RevokedAt is { } at ? string.Create(CultureInfo.InvariantCulture, $"{RevokedBy} revoked it on {at:yyyy-MM-dd}") : "";
}
