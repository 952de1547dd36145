namespace AzurePerf.Probes.Blobs;

/// <summary>
/// A file in the worker's temporary folder that no kill leaves behind: on Unix its name is removed as soon as it is open, elsewhere the
/// system deletes it with the last handle.
/// </summary>
internal static class TemporaryFile
{
    public static FileStream Create()
    {
        var path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        var options = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.ReadWrite,
            BufferSize = 0,
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
