using System.ComponentModel.DataAnnotations;
using AzurePerf.Hosting.Settings;
using AzurePerf.Sources.Https;

namespace AzurePerf.Worker.Images;

/// <summary>The archive that satellite images come from, section <c>Archive</c>.</summary>
internal sealed class ArchiveOptions
{
    public const string Section = "Archive";
    private const string ValidToken = "1 to 8192 letters, digits and -._~+/=";

    private const UnixFileMode ForEverybody = UnixFileMode.OtherRead | UnixFileMode.OtherWrite;

    private static readonly ArchiveSettings Usual = new() { BaseAddress = new("https://archive.invalid") };

    /// <summary>Address below which everything lies, as in NASA's archive (LAADS).</summary>
    /// <value>An https address, or http of this machine; empty by default: then there is no archive.</value>
    [ArchiveSetting]
    public string BaseAddress { get; init; } = "";

    /// <summary>Path of the listing of a day.</summary>
    /// <value>Has {product}, {collection}, {year} and {day}, and may have a query; by default that of NASA's archive.</value>
    [ArchiveSetting]
    public string ListingPath { get; init; } = Usual.ListingPath;

    /// <summary>Path of a file.</summary>
    /// <value>Has {name} as well, and no query; by default that of NASA's archive.</value>
    [ArchiveSetting]
    public string FilePath { get; init; } = Usual.FilePath;

    /// <summary>Path of the file that says where the swaths of a day lie.</summary>
    /// <value>Has {product}, {platform}, {collection}, {year} and {date}; by default that of NASA's archive.</value>
    [ArchiveSetting]
    public string PlacesPath { get; init; } = Usual.PlacesPath;

    /// <summary>File with the token that the archive knows the operator by.</summary>
    /// <value>Only its owner and group may read it; empty by default: the archive asks for none, or <see cref="Token"/> has it.</value>
    [ArchiveSetting]
    public string TokenFile { get; init; } = "";

    /// <summary>The token itself, for platforms that hand secrets to the environment.</summary>
    /// <value>1 to 8192 letters, digits and -._~+/=, with or without a line break behind them; none by default.</value>
    [Secret]
    [ArchiveSetting]
    public string? Token { get; init; }

    /// <summary>Other hosts that the archive may redirect to; they never get the token.</summary>
    /// <value>Hosts such as data.example.org or data.example.org:8443; none by default.</value>
    [ArchiveSetting]
    public string[] RedirectHosts { get; init; } = [];

    /// <summary>The version of the products that runs take when they name none.</summary>
    /// <value>1 to 999; 61 by default, which is Collection 6.1.</value>
    [Range(1, 999)]
    public int Collection { get; init; } = 61;

    /// <summary>Most bytes of a file.</summary>
    /// <value>At least 1; 1 GiB by default.</value>
    [ArchiveSetting]
    public long MostFileBytes { get; init; } = Usual.MostFileBytes;

    /// <summary>Most bytes of a listing and of a file of places.</summary>
    /// <value>1 to 256 MiB; 8 MiB by default.</value>
    [ArchiveSetting]
    public int MostListingBytes { get; init; } = Usual.MostListingBytes;

    /// <summary>Most requests for one file or listing.</summary>
    /// <value>1 to 20; 5 by default.</value>
    [ArchiveSetting]
    public int MostAttempts { get; init; } = Usual.MostAttempts;

    /// <summary>How long nothing may come before a connection counts as cut.</summary>
    /// <value>1 s to 10 min; 1 min by default.</value>
    [ArchiveSetting]
    public TimeSpan ProgressLimit { get; init; } = Usual.ProgressLimit;

    /// <summary>Longest wait before the next request, whatever the archive asks for.</summary>
    /// <value>1 s to 1 h; 5 min by default.</value>
    [ArchiveSetting]
    public TimeSpan LongestWait { get; init; } = Usual.LongestWait;

    /// <summary>Whether there is an archive.</summary>
    public bool IsSet => BaseAddress.Length > 0;

    /// <summary>As the client of archives takes them. Where no archive is set, they name one that cannot exist.</summary>
    public ArchiveSettings Settings => new()
    {
        BaseAddress = !IsSet ? Usual.BaseAddress : Uri.TryCreate(BaseAddress, UriKind.Absolute, out var address) ? address
            : new("none", UriKind.Relative),
        ListingPath = ListingPath,
        FilePath = FilePath,
        PlacesPath = PlacesPath,
        RedirectHosts = RedirectHosts,
        MostFileBytes = MostFileBytes,
        MostListingBytes = MostListingBytes,
        MostAttempts = MostAttempts,
        ProgressLimit = ProgressLimit,
        LongestWait = LongestWait,
    };

    /// <summary>Reads the token.</summary>
    /// <returns>Null where none is set.</returns>
    /// <exception cref="ValidationException">It cannot be read or is none; the message goes on from the setting's name and has no
    /// secret.</exception>
    public ArchiveToken? ReadToken()
    {
        if (TokenFile.Length == 0)
            return string.IsNullOrEmpty(Token) ? null : Parse(Token.Trim(), $"must be {ValidToken}");
        if (!string.IsNullOrEmpty(Token))
            throw new ValidationException($"cannot be set together with {Section}:{nameof(Token)}");
        try
        {
            return OperatingSystem.IsWindows() || (File.GetUnixFileMode(TokenFile) & ForEverybody) == 0
                ? Parse(File.ReadAllText(TokenFile).Trim(), $"is {TokenFile}, which must have {ValidToken}")
                : throw new ValidationException($"is {TokenFile}, which everybody on this machine can read or change: run chmod 600 on it");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new ValidationException($"is {TokenFile}, which cannot be read: {exception.Message}", exception);
        }
    }

    private static ArchiveToken Parse(string value, string fault)
    {
        try
        {
            return new(value);
        }
        catch (ArgumentException)
        {
            throw new ValidationException(fault);
        }
    }
}

/// <summary>Accepts what the client of archives accepts.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class ArchiveSettingAttribute : ValidationAttribute
{
    protected override ValidationResult? IsValid(object? value, ValidationContext validationContext)
    {
        var (options, name) = ((ArchiveOptions)validationContext.ObjectInstance, validationContext.MemberName!);
        var fault = name is nameof(ArchiveOptions.Token) or nameof(ArchiveOptions.TokenFile)
            ? FaultOfToken(options, name)
            : options.Settings.FindErrors().FirstOrDefault(error => error.StartsWith(name + " ", StringComparison.Ordinal));
        return fault is null ? ValidationResult.Success : new($"{ArchiveOptions.Section}:{fault}");
    }

    // Of the two settings the one that is read is told of.
    private static string? FaultOfToken(ArchiveOptions options, string name)
    {
        if (name != (options.TokenFile.Length > 0 ? nameof(ArchiveOptions.TokenFile) : nameof(ArchiveOptions.Token)))
            return null;
        try
        {
            options.ReadToken();
            return null;
        }
        catch (ValidationException fault)
        {
            return $"{name} {fault.Message}";
        }
    }
}
