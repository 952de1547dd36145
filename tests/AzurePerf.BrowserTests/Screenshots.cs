namespace AzurePerf.BrowserTests;

/// <summary>Where pictures of pages are kept.</summary>
internal static class Screenshots
{
    /// <summary>artifacts/screenshots of the repository.</summary>
    public static string Folder { get; } = Find();

    private static string Find()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(folder.FullName, "AzurePerf.sln")))
        {
            folder = folder.Parent ?? throw new DirectoryNotFoundException("the tests do not run inside the repository");
        }

        return Directory.CreateDirectory(Path.Combine(folder.FullName, "artifacts", "screenshots")).FullName;
    }
}
