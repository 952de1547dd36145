namespace AzurePerf.Sources;

/// <summary>
/// An archive that image granules come from. Its two methods end in a result, in a <see cref="SourceException"/>, in the cancellation
/// that the caller asked for, or in an <see cref="IOException"/> of the caller's own file.
/// </summary>
internal interface IGranuleArchive
{
    /// <summary>The granules of one product and day, in the order of their names; none when the folder is empty.</summary>
    /// <exception cref="SourceException">
    /// The archive has no such folder, cannot be read, or names what does not belong there.
    /// </exception>
    Task<IReadOnlyList<ArchiveFile>> ListAsync(ArchiveFolder folder, CancellationToken cancellationToken);

    /// <summary>
    /// Brings the whole file into <paramref name="target"/>, after what is in it already where the archive can resume. After a failure the
    /// target keeps what came when that can be resumed.
    /// </summary>
    /// <exception cref="SourceException">The file is missing, cannot be read, or is not the one that the listing describes.</exception>
    Task FetchAsync(ArchiveFile file, PartialFile target, CancellationToken cancellationToken);
}
