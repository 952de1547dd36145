using Xunit;

namespace AzurePerf.UnitTests.Golden;

/// <summary>Compares text with a committed file. With AZUREPERF_GOLDEN=write the file is written instead, and the change shows in the diff.</summary>
internal static class GoldenFile
{
    public static void Check(string name, string actual)
    {
        if (Environment.GetEnvironmentVariable("AZUREPERF_GOLDEN") == "write")
        {
            File.WriteAllText(Path.Combine(SourceFolder(), name), actual);
            return;
        }

        Assert.Equal(Read(name), actual);
    }

    /// <summary>The committed text.</summary>
    public static string Read(string name) => File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "Golden", name));

    private static string SourceFolder()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "AzurePerf.sln")))
        {
            folder = folder.Parent;
        }

        return Path.Combine(folder?.FullName ?? throw new InvalidOperationException("not inside the repository"), "tests/AzurePerf.UnitTests/Golden");
    }
}
