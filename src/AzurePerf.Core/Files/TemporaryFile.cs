namespace AzurePerf.Core.Files;

/// <summary>
/// A file of this process alone in the folder for temporary files, which no kill leaves behind: on Unix its name is removed as soon as it
/// is open, elsewhere the system deletes it with the last handle.
/// </summary>
public static class TemporaryFile
{
    /// <summary>Makes an empty one, to be written and read.</summary>
    /// <param name="bufferBytes">What is written or read at once; 0 for each piece as it comes.</param>
    /// <exception cref="IOException">The folder takes none.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public static FileStream Create(int bufferBytes = 0)
    {
        var path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        var options = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.ReadWrite,
            BufferSize = bufferBytes,
            Options = FileOptions.Asynchronous,
        };
        if (OperatingSystem.IsWindows())
        {
            options.Options |= FileOptions.DeleteOnClose;
            return new(path, options);
        }

        options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        var file = new FileStream(path, options);
        try
        {
            File.Delete(path);
            return file;
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }
}
