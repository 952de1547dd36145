namespace AzurePerf.Sources;

/// <summary>
/// What has come of a file. A caller that keeps both the content and the version can resume in another process; with content and no
/// version a download begins again.
/// </summary>
public sealed class PartialFile
{
    /// <param name="content">Can be read, written and sought in; stays the caller's.</param>
    /// <param name="version">The version that an earlier download left; null for none.</param>
    /// <exception cref="ArgumentException">The stream cannot do one of them.</exception>
    public PartialFile(Stream content, string? version = null)
    {
        if (!content.CanRead || !content.CanWrite || !content.CanSeek)
            throw new ArgumentException("A partial file must be readable, writable and seekable.", nameof(content));
        (Content, Version) = (content, version);
    }

    /// <summary>The bytes, from the first on.</summary>
    public Stream Content { get; }

    /// <summary>The archive's own mark of the version that the bytes are of; null when nothing can be resumed.</summary>
    public string? Version { get; set; }

    /// <summary>Forgets what has come.</summary>
    public void Clear()
    {
        Content.SetLength(0);
        Content.Position = 0;
        Version = null;
    }
}
