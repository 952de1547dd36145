using AzurePerf.UnitTests.Docs;

namespace AzurePerf.UnitTests.Tidy;

/// <summary>The files of the working copy that belong to the repository.</summary>
internal static class SourceTree
{
    private static readonly string[] NoText = [".png", ".hdf", ".tif"];
    private static readonly string[] Built = ["artifacts", "bin", "obj", "node_modules", ".git", ".vs", ".idea", "TestResults"];

    public static readonly IReadOnlyList<string> Projects =
        ["AzurePerf.Cli", "AzurePerf.Core", "AzurePerf.Core.Analysis", "AzurePerf.Core.Catalogue", "AzurePerf.Core.Engine", "AzurePerf.Hosting", "AzurePerf.Imagery", "AzurePerf.Probes", "AzurePerf.Sandbox", "AzurePerf.Sources", "AzurePerf.Sql", "AzurePerf.Storage", "AzurePerf.TaskManager", "AzurePerf.Web", "AzurePerf.Worker"];

    /// <summary>Text files below a folder of the repository, with paths relative to its root.</summary>
    public static IEnumerable<(string Path, string Text)> Files(string folder, params string[] extensions)
    {
        var root = RepositoryFolder.PathOf(".");
        var pending = new Stack<string>([RepositoryFolder.PathOf(folder)]);
        while (pending.TryPop(out var current))
        {
            foreach (var child in Directory.EnumerateDirectories(current).Where(child => !Built.Contains(Path.GetFileName(child))))
            {
                pending.Push(child);
            }

            foreach (var file in Directory.EnumerateFiles(current).Where(file => extensions.Length == 0
                ? !NoText.Contains(Path.GetExtension(file))
                : extensions.Contains(Path.GetExtension(file))))
            {
                yield return (Path.GetRelativePath(root, file).Replace('\\', '/'), File.ReadAllText(file));
            }
        }
    }
}
