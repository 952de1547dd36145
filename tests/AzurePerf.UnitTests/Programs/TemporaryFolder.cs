namespace AzurePerf.UnitTests.Programs;

/// <summary>A folder that is gone after the test.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-");

    public string Path => _folder.FullName;

    public void Dispose() => _folder.Delete(recursive: true);

    /// <summary>Writes a file, with the folders above it.</summary>
    public string Write(string name, string content)
    {
        var path = System.IO.Path.Combine(Path, name);
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(path)!);
        File.WriteAllText(path, content);
        return path;
    }
}
