namespace AzurePerf.BrowserTests;

/// <summary>Where pictures of pages are kept. Nothing looks at them but people, so every change does without: AZUREPERF_SCREENSHOTS=1 keeps them, as the night does.</summary>
internal static class Screenshots
{
    public static bool AreKept { get; } = Night.Size("AZUREPERF_SCREENSHOTS", usually: 0, atNight: 1) > 0;

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
