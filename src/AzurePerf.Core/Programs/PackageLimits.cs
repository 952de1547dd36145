namespace AzurePerf.Core.Programs;

/// <summary>How large a package may be.</summary>
public static class PackageLimits
{
    /// <summary>Bytes of the zip file.</summary>
    public const int ZippedBytes = 64 << 20;

    /// <summary>Bytes of all files when unpacked.</summary>
    public const int UnpackedBytes = 256 << 20;

    /// <summary>Files and folders.</summary>
    public const int Entries = 5_000;

    /// <summary>Files and folders, with those that are only named in paths.</summary>
    public const int Paths = 10_000;

    /// <summary>Bytes of reduce.json.</summary>
    public const int ManifestBytes = 16 << 10;
}
