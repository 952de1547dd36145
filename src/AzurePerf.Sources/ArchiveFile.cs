using AzurePerf.Imagery.Products;

namespace AzurePerf.Sources;

/// <summary>Where an archive keeps the granules of one day.</summary>
/// <param name="Product">Id of the product, for example MOD11A1.</param>
/// <param name="Collection">Version of the archive from 1 to 999; 61 is Collection 6.1.</param>
/// <param name="Day">The day (UTC), for a composite the first of its period.</param>
public sealed record ArchiveFolder(string Product, int Collection, DateOnly Day)
{
    /// <summary>Whether a granule belongs into this folder.</summary>
    public bool Holds(GranuleName granule) =>
        granule.Product == Product && granule.Collection == Collection && granule.Day == Day;

    /// <summary>For messages, such as MOD11A1 of 2010-02-01, collection 61.</summary>
    public override string ToString() => FormattableString.Invariant($"{Product} of {Day:yyyy-MM-dd}, collection {Collection}");
}

/// <summary>One file as a listing of the archive describes it.</summary>
/// <param name="Name">File name without folders; <paramref name="Granule"/> says what it means.</param>
/// <param name="Granule">What the name says.</param>
/// <param name="Size">Bytes, at least 1; null when the listing does not say.</param>
/// <param name="Md5">32 small hexadecimal digits; null when the listing does not say.</param>
/// <param name="Modified">When the archive last wrote it; null when the listing does not say.</param>
public sealed record ArchiveFile(string Name, GranuleName Granule, long? Size, string? Md5, DateTimeOffset? Modified)
{
    /// <summary>Where it lies.</summary>
    public ArchiveFolder Folder => new(Granule.Product, Granule.Collection, Granule.Day);
}
