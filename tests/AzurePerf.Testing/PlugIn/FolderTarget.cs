using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Settings;
using AzurePerf.Core.Targets;
using AzurePerf.Probes;
using AzurePerf.Probes.Targets;

namespace AzurePerf.Testing.PlugIn;

/// <summary>A kind of target as every host knows it.</summary>
public static class FolderTarget
{
    public static TargetKind Kind { get; } = new("folder", "a folder of files") { Words = ["file"] };
}

/// <summary>What a worker knows of folders.</summary>
public sealed class FolderDriver : ITargetDriver
{
    public TargetKind Kind => FolderTarget.Kind;

    public IOutcomeClassifier Outcomes { get; } = new FolderOutcomes();

    public IConfiguredTarget Read(TargetSetting setting)
    {
        var path = setting.Kind == "file" && setting.Text.StartsWith("//", StringComparison.Ordinal) ? setting.Text[2..] : setting.Text;
        return Path.IsPathFullyQualified(path)
            ? new Configured(path)
            : throw new FormatException("must be the full path of a folder, as in folder:/data or file:///data");
    }

    private sealed record Configured(string Path) : IConfiguredTarget
    {
        public string Libraries => "the system's own files";

        public IOpenTarget Open(TargetOpening opening) => new OpenFolder(Path);
    }
}

/// <summary>A folder while one task works in it.</summary>
public sealed record OpenFolder(string Path) : IOpenTarget
{
    /// <summary>The word by which probes register a folder of their own.</summary>
    public const string Folder = "folder";

    /// <summary>What every point says.</summary>
    public const string Note = "files may stay in the system's cache";

    public IReadOnlyDictionary<string, string> ServiceSettings =>
        new Dictionary<string, string> { ["fileSystem"] = new DriveInfo(Path).DriveFormat };

    public IReadOnlyList<string> Notes => [Note];

    /// <summary>Makes the folder of a point, registered before it is made, and gives its path.</summary>
    public static async Task<string> MakeForPointAsync(ProbeScope scope, CancellationToken cancellationToken)
    {
        var name = scope.PointName!;
        await scope.Register.RegisterAsync(Folder, name, cancellationToken);
        return Directory.CreateDirectory(System.IO.Path.Combine(scope.Opened<OpenFolder>().Path, name)).FullName;
    }

    public Task CheckAsync(CancellationToken cancellationToken) => Directory.Exists(Path)
        ? Task.CompletedTask
        : throw new SettingsException($"there is no folder {Path}: make it, or change the target's setting");

    public Task RemoveAsync(string resource, string name, CancellationToken cancellationToken)
    {
        var folder = new DirectoryInfo(System.IO.Path.Combine(Path, name));
        if (folder.Exists)
        {
            folder.Delete(recursive: true);
        }

        return Task.CompletedTask;
    }

    public void Dispose()
    {
    }
}

/// <summary>What the exceptions of file operations mean.</summary>
public sealed class FolderOutcomes : IOutcomeClassifier
{
    public OperationOutcome Classify(Exception exception, bool mutates) => exception switch
    {
        FileNotFoundException or DirectoryNotFoundException => OperationOutcome.NotFound,
        UnauthorizedAccessException => OperationOutcome.Unauthorized,
        CorruptDataException => OperationOutcome.Corrupt,
        OperationCanceledException => OperationOutcome.ClientTimeout,
        IOException => OperationOutcome.ServerError,
        _ => OperationOutcome.Harness,
    };
}
