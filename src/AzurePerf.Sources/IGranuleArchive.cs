using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Sources;

/// <summary>
/// An archive that image granules come from. Its methods end in a result, in a <see cref="SourceException"/>, in the cancellation
/// that the caller asked for, or in an <see cref="IOException"/> of the caller's own file.
/// </summary>
public interface IGranuleArchive
{
    /// <summary>The granules of one product and day, in the order of their names; none when the folder is empty.</summary>
    /// <exception cref="SourceException">
    /// The archive has no such folder, cannot be read, or names what does not belong there.
    /// </exception>
    Task<IReadOnlyList<ArchiveFile>> ListAsync(ArchiveFolder folder, CancellationToken cancellationToken);

    /// <summary>Where the swaths of one day lie, in the order of their times; those that the archive does not have are left out.</summary>
    /// <param name="platform">The satellite; not both.</param>
    /// <param name="collection">Version of the archive from 1 to 999; 61 is Collection 6.1.</param>
    /// <param name="day">The day (UTC).</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <exception cref="SourceException">The archive knows no places of that day, or its answer is none.</exception>
    /// <exception cref="ArgumentOutOfRangeException">It is no satellite.</exception>
    Task<IReadOnlyList<GranulePlace>> PlacesAsync(
        Platform platform, int collection, DateOnly day, CancellationToken cancellationToken);

    /// <summary>
    /// Brings the whole file into <paramref name="target"/>, after what is in it already where the archive can resume. After a failure the
    /// target keeps what came when that can be resumed.
    /// </summary>
    /// <exception cref="SourceException">The file is missing, cannot be read, or is not the one that the listing describes.</exception>
    Task FetchAsync(ArchiveFile file, PartialFile target, CancellationToken cancellationToken);
}
