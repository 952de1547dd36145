namespace AzurePerf.UnitTests.Docs;

/// <summary>Paths in the working copy that the tests were built from.</summary>
internal static class RepositoryFolder
{
    /// <summary>The full path of a file or folder, given from the root with forward slashes.</summary>
    public static string PathOf(string relativePath) => Path.Combine(Root(), relativePath);

    private static string Root()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "AzurePerf.sln")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName ?? throw new InvalidOperationException("the tests do not run inside the repository");
    }
}
