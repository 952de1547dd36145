using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Invocation;

/// <summary>The options that every command takes.</summary>
internal sealed class GlobalOptions
{
    public const string UrlVariable = "AZUREPERF_URL";
    public const string DefaultUrl = "http://127.0.0.1:5080";

    private readonly CommandContext _context;

    private readonly Option<string?> _url = new("--url")
    {
        Description = $"Where the AzurePerf API is. [env {UrlVariable}; default {DefaultUrl}]",
        HelpName = "URL",
        Recursive = true,
    };

    private readonly Option<string?> _output = new("--output", "-o")
    {
        Description = "How the data on standard output looks: table, json (the API's document as it is) or csv. [default table]",
        HelpName = "FORMAT",
        Recursive = true,
    };

    private readonly Option<bool> _noColor = new("--no-color")
    {
        Description = "No colours. NO_COLOR in the environment does the same, and so does a pipe.",
        Recursive = true,
    };

    private readonly Option<string?> _keyFile = new(KeySource.FileOption)
    {
        Description =
            $"File with the key for a host that asks for one, readable by you alone. [env {KeySource.Variable} has the key itself]",
        HelpName = "FILE",
        Recursive = true,
    };

    private readonly Option<bool> _quiet = new("--quiet", "-q")
    {
        Description = "No progress and no notes on standard error: only data, and what went wrong.",
        Recursive = true,
    };

    public GlobalOptions(CommandContext context)
    {
        _context = context;
        _output.AcceptOnlyFromAmong("table", "json", "csv");
    }

    public void AddTo(Command root)
    {
        root.Add(_url);
        root.Add(_keyFile);
        root.Add(_output);
        root.Add(_noColor);
        root.Add(_quiet);
    }

    public GlobalArguments Read(ParseResult parsed)
    {
        var settings = SettingsFile.Read(_context.Environment);
        var url = ReadUrl(parsed.GetValue(_url), settings);
        return new(
            url,
            ReadFormat(parsed.GetValue(_output) ?? settings.Output),
            !parsed.GetValue(_noColor) && string.IsNullOrEmpty(_context.Environment.GetValueOrDefault("NO_COLOR"))
                && _context.Environment.GetValueOrDefault("TERM") != "dumb" && settings.Color != false,
            parsed.GetValue(_quiet) || settings.Quiet == true,
            parsed.GetValue(_keyFile) ?? KeyFileFor(url, settings),
            parsed.GetValue(_keyFile) is null ? $"keyFile in {settings.Path}" : KeySource.FileOption)
        {
            Given = GivenIn(parsed),
        };
    }

    /// <summary>Address and key file as the command line has them, to be repeated in another one; empty where they come from elsewhere.
    /// What no shell would read as it stands is left out, and so is an address that would be refused.</summary>
    public string GivenIn(ParseResult parsed)
    {
        var isGood = Uri.TryCreate(parsed.GetValue(_url), UriKind.Absolute, out var address) && IsBare(address);
        return Repeated(_url.Name, isGood ? parsed.GetValue(_url) : null) + Repeated(_keyFile.Name, parsed.GetValue(_keyFile));
    }

    private static string Repeated(string option, string? value) =>
        value is null || value.Any(letter => letter is '"' or '$' or '`' or '%' or '!' || char.IsControl(letter)) ? ""
        : value.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '.' or '/' or '-' or '_' or ':') ? $" {option} {value}"
        : $" {option} \"{value}\"";

    /// <summary>The file's key is for the file's address: another one that somebody names once must not be shown it. One in the environment
    /// wins.</summary>
    private string? KeyFileFor(Uri url, SettingsFile settings) =>
        settings.KeyFile is { } file && string.IsNullOrWhiteSpace(_context.Environment.GetValueOrDefault(KeySource.Variable))
            && url == UrlOf(settings)
            ? Path.Combine(Path.GetDirectoryName(settings.Path) ?? "", file)
            : null;

    private static OutputFormat ReadFormat(string? word) => word switch
    {
        "json" => OutputFormat.Json,
        "csv" => OutputFormat.Csv,
        _ => OutputFormat.Table,
    };

    private Uri ReadUrl(string? option, SettingsFile settings)
    {
        var variable = _context.Environment.GetValueOrDefault(UrlVariable);
        return option is not null
            ? ReadUrl(option, "--url")
            : string.IsNullOrWhiteSpace(variable) ? UrlOf(settings) : ReadUrl(variable.Trim(), UrlVariable);
    }

    private static bool IsBare(Uri url) => url is { UserInfo: "", Query: "", Fragment: "" };

    private static Uri UrlOf(SettingsFile settings) => ReadUrl(settings.Url ?? DefaultUrl, $"url in {settings.Path}");

    private static Uri ReadUrl(string text, string source)
    {
        if (!Uri.TryCreate(text, UriKind.Absolute, out var url) || url.Scheme is not ("http" or "https"))
        {
            throw CommandFailure.Usage($"{source} must be an address such as {DefaultUrl}");
        }

        return IsBare(url)
            ? url
            : throw CommandFailure.Usage($"{source} must hold no user, password, query or fragment");
    }
}

/// <summary>What every command is told.</summary>
/// <param name="Url">Where the API is.</param>
/// <param name="Format">How data on standard output looks.</param>
/// <param name="Colour">False when the user wants none.</param>
/// <param name="Quiet">True when the user wants data and errors, and nothing of how it goes.</param>
/// <param name="KeyFile">File with the key; null for the environment's, if it has one.</param>
/// <param name="KeyFileFrom">What names that file, for complaints.</param>
internal sealed record GlobalArguments(Uri Url, OutputFormat Format, bool Colour, bool Quiet, string? KeyFile = null,
    string KeyFileFrom = KeySource.FileOption)
{
    /// <summary>Options by which another command reaches the same API, each after a blank; empty where it needs none.</summary>
    public string Given { get; init; } = "";
}
