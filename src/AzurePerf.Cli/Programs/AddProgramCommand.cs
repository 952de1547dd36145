using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Programs;

/// <summary>`azureperf programs add`.</summary>
internal sealed class AddProgramCommand : ToolCommand
{
    /// <summary>64 MiB pass at 900 kbit/s.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);

    private readonly Argument<string> _path = new("PATH")
    {
        Description = "A folder with reduce.json, or a zip file with reduce.json at its root.",
    };

    private readonly Option<string?> _zip = new("--zip")
    {
        Description = "Write the zip file there, check it, and send nothing.",
        HelpName = "FILE",
    };

    public AddProgramCommand(Func<ParseResult, Session> open)
        : base(
            "add",
            "Packs and checks a program, uploads it, and prints its hash. The same folder gives the same hash.",
            "azureperf programs add ndvi/",
            "azureperf programs add ndvi.zip --output json",
            "azureperf programs add ndvi/ --zip ndvi.zip")
    {
        Add(_path);
        Add(_zip);
        SetAction((parsed, cancellationToken) => ExecuteAsync(
            open(parsed), parsed.GetRequiredValue(_path), parsed.GetValue(_zip), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string path, string? target, CancellationToken cancellationToken)
    {
        if (string.IsNullOrWhiteSpace(path) || (target is not null && string.IsNullOrWhiteSpace(target)))
        {
            throw CommandFailure.Usage(string.IsNullOrWhiteSpace(path) ? "PATH: name a folder or a zip file" : "--zip: name a file");
        }

        if (target is not null && IsIn(path, target))
        {
            throw CommandFailure.Usage($"--zip: {target} would be a part of the program itself: name a file outside of {path}");
        }

        // A large folder takes long, and what is no file may never be read to its end: who interrupts leaves that behind.
        using var zip = await Task.Run(() => Read(path), CancellationToken.None).WaitAsync(cancellationToken);
        var (package, fault) = ProgramPackage.Check(zip);
        if (package is null)
        {
            throw CommandFailure.Usage($"{path} is not a valid program, nothing was sent: {fault}");
        }

        if (target is not null)
        {
            await OutputFile.WriteAsync(new(target), zip.ToArray(), cancellationToken);
            session.Say($"{Described(package)}; written to {target}, nothing was sent");
            session.WriteText(package.Hash);
            return ExitCode.Ok;
        }

        using var api = session.OpenApi(Patience);
        session.Say($"{Described(package)}; sending it");
        var added = await api.AddProgramAsync(zip.ToArray(), cancellationToken);
        session.Write(
            () => added.Value.Hash, () => ProgramReport.Csv([added.Value]), added.Json);
        return ExitCode.Ok;
    }

    private static bool IsIn(string folder, string file) =>
        Directory.Exists(folder) && Path.GetRelativePath(folder, file) is var path && path != ".." && !Path.IsPathRooted(path)
        && !path.StartsWith(".." + Path.DirectorySeparatorChar, StringComparison.Ordinal);

    private static string Described(ProgramPackage package) =>
        $"{package.Manifest.Name}: {NumberFormat.Counted(package.Files, "file")}, {NumberFormat.Megabytes(package.ZippedBytes)} MB";

    private static MemoryStream Read(string path)
    {
        try
        {
            return Directory.Exists(path) ? ProgramFolder.Pack(path)
                : new FileInfo(path) is { Length: <= PackageLimits.ZippedBytes } ? new(File.ReadAllBytes(path))
                : throw CommandFailure.Usage($"{path} is longer than {NumberFormat.Size(PackageLimits.ZippedBytes)}");
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            throw new CommandFailure($"{path} cannot be read: {unreadable.Message}", ExitCode.Usage, unreadable);
        }
    }
}
