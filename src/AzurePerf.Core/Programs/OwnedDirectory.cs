namespace AzurePerf.Core.Programs;

/// <summary>Folders that others may not do everything in.</summary>
public static class OwnedDirectory
{
    /// <summary>Makes a folder where there is none, with those above it.</summary>
    /// <param name="path">Of the folder.</param>
    /// <param name="mode">Of each that is made; Windows, where no program runs, has no such modes.</param>
    /// <exception cref="IOException">The disk does not take it.</exception>
    public static void Create(string path, UnixFileMode mode)
    {
        if (OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(path);
        }
        else
        {
            Directory.CreateDirectory(path, mode);
        }
    }
}
