using System.ComponentModel.DataAnnotations;
using AzurePerf.Core.Mail;
using AzurePerf.Core.Shares;
using AzurePerf.Core.Spelling;
using AzurePerf.Hosting.Settings;

namespace AzurePerf.Hosting.Mail;

/// <summary>The mail server, and whom mail goes to, section <c>Mail</c>; the same in Web and TaskManager.</summary>
public sealed class MailOptions
{
    public const string Section = "Mail";
    public const string Required = "required";
    public const string Off = "off";

    private const int MostDays = ShareLimits.MostHours / 24;
    private const int MostName = 100;
    private const UnixFileMode ForEverybody = UnixFileMode.OtherRead | UnixFileMode.OtherWrite;

    /// <summary>Where mail is handed in.</summary>
    /// <value>smtp://HOST:587, which must offer STARTTLS, or smtps://HOST:465; empty by default: then no mail is sent.</value>
    [MailSetting]
    public string Server { get; init; } = "";

    /// <summary>Whether the connection is encrypted.</summary>
    /// <value>required by default; off for a server on this machine.</value>
    [MailSetting]
    public string Tls { get; init; } = Required;

    /// <summary>The sender.</summary>
    /// <value>An address, or NAME and an address in angle brackets; required with a server.</value>
    [MailSetting]
    public string From { get; init; } = "";

    /// <summary>Who signs in to the server.</summary>
    /// <value>Empty by default: nobody does.</value>
    [MailSetting]
    public string User { get; init; } = "";

    /// <summary>File with the password; it is read for each mail.</summary>
    /// <value>Only its owner and group may read it; empty by default: <see cref="Password"/> has it.</value>
    [MailSetting]
    public string PasswordFile { get; init; } = "";

    /// <summary>The password itself, for platforms that hand secrets to the environment.</summary>
    /// <value>Without the line break at its end, which a secret made of a file can have; none by default.</value>
    [Secret]
    [MailSetting]
    public string? Password { get; init => field = value?.TrimEnd('\r', '\n'); }

    /// <summary>Domains whose addresses everybody may name.</summary>
    /// <value>Such as example.com; none by default: mail goes to the person who submitted alone.</value>
    [MailSetting]
    public string[] AllowedDomains { get; init; } = [];

    /// <summary>Address of the portal, for the links in mails.</summary>
    /// <value>Such as https://perf.example; required with a server.</value>
    [MailSetting]
    public string Portal { get; init; } = "";

    /// <summary>Days for which the shared link in a mail shows the run.</summary>
    /// <value>1 to 90, or 0 for mails without one; 7 by default, and 0 where links are off.</value>
    [Range(0, MostDays)]
    public int? LinkDays { get; init; }

    /// <summary>Whether mail is sent.</summary>
    public bool IsOn => Server.Length > 0;

    /// <summary>Whom mail goes to.</summary>
    public MailRules Rules => new(IsOn, AllowedDomains);

    /// <summary>Name and address of the sender; the name may be empty.</summary>
    public (string Name, string Address) Sender => From.IndexOf('<', StringComparison.Ordinal) is >= 0 and var open && From.EndsWith('>')
        ? (From[..open].Trim(), From[(open + 1)..^1])
        : ("", From);

    /// <summary>The server as an address, with its port.</summary>
    public Uri Address => new(WithPort(new Uri(Server).Scheme == "smtps" ? 465 : 587));

    /// <summary>The portal's address without a slash at its end.</summary>
    public string PortalAddress => Portal.TrimEnd('/');

    /// <summary>Reads the password.</summary>
    /// <returns>Null where nobody signs in.</returns>
    /// <exception cref="ValidationException">It cannot be read; the message goes on from the setting's name and has no
    /// secret.</exception>
    public string? ReadPassword()
    {
        if (PasswordFile.Length == 0)
        {
            return User.Length == 0 ? null : Password;
        }

        try
        {
            return !OperatingSystem.IsWindows() && (File.GetUnixFileMode(PasswordFile) & ForEverybody) != 0
                ? throw new ValidationException(
                    $"is {PasswordFile}, which everybody on this machine can read or change: run chmod 600 on it")
                : File.ReadAllText(PasswordFile).TrimEnd('\r', '\n') is { Length: > 0 } password
                    ? password
                    : throw new ValidationException($"is {PasswordFile}, which is empty");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new ValidationException($"is {PasswordFile}, which cannot be read: {exception.Message}", exception);
        }
    }

    /// <summary>What is wrong with a setting, to follow its name; null when nothing is.</summary>
    internal string? FaultOf(string setting) => setting switch
    {
        nameof(Server) when IsOn && !IsServer() => "must be smtp://HOST:587 or smtps://HOST:465, without user, password and path",
        nameof(Tls) when Tls is not (Required or Off) => $"must be {Required} or {Off}",
        nameof(Tls) when Tls == Off && IsOn && IsServer() && !Address.IsLoopback =>
            $"must be {Required}: unencrypted mail goes to a server on this machine only",
        nameof(From) when (From.Length > 0 ? !IsSender() : IsOn) =>
            "must be an address such as azureperf@example.com, or NAME and an address in angle brackets",
        nameof(User) when User.Any(TextSteering.Is) => "must not have control characters",
        nameof(User) when User.Length > 0 && PasswordFile.Length == 0 && string.IsNullOrEmpty(Password) =>
            $"needs {Section}:{nameof(PasswordFile)} or {Section}:{nameof(Password)}",
        nameof(Password) when !string.IsNullOrEmpty(Password) && PasswordFile.Length > 0 =>
            $"cannot be set together with {Section}:{nameof(PasswordFile)}",
        nameof(Password) when !string.IsNullOrEmpty(Password) && User.Length == 0 => $"needs {Section}:{nameof(User)}",
        nameof(PasswordFile) when PasswordFile.Length > 0 => FaultOfPasswordFile(),
        nameof(AllowedDomains) when AllowedDomains.FirstOrDefault(domain => !MailAddressText.IsDomain(domain)) is { } wrong =>
            $"has '{wrong}', which is no domain such as example.com",
        nameof(Portal) when (Portal.Length > 0 ? !IsPortal() : IsOn) => "must be the address of the portal, such as https://perf.example",
        _ => null,
    };

    private string? FaultOfPasswordFile()
    {
        if (User.Length == 0)
        {
            return $"needs {Section}:{nameof(User)}";
        }

        try
        {
            ReadPassword();
            return null;
        }
        catch (ValidationException fault)
        {
            return fault.Message;
        }
    }

    private bool IsServer() => Uri.TryCreate(Server, UriKind.Absolute, out var address)
        && address.Scheme is "smtp" or "smtps" && address.UserInfo.Length == 0 && address.PathAndQuery is "/" or ""
        && address.Fragment.Length == 0 && address.Host.Length > 0;

    private bool IsSender()
    {
        var (name, address) = Sender;
        return MailAddressText.IsValid(address) && name.Length <= MostName && !name.Any(TextSteering.Is)
            && !name.Any(character => character is '<' or '>' or '"');
    }

    private bool IsPortal() => Uri.TryCreate(Portal, UriKind.Absolute, out var address)
        && address.Scheme is "https" or "http" && address.UserInfo.Length == 0 && address.Query.Length == 0 && address.Fragment.Length == 0
        && address.Host is not ("https" or "http");

    private string WithPort(int usual) => new Uri(Server).Port > 0 ? Server : $"{Server.TrimEnd('/')}:{usual}";
}

/// <summary>Accepts what <see cref="MailOptions.FaultOf"/> does, which looks at all settings together.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class MailSettingAttribute : ValidationAttribute
{
    protected override ValidationResult? IsValid(object? value, ValidationContext validationContext) =>
        ((MailOptions)validationContext.ObjectInstance).FaultOf(validationContext.MemberName!) is { } fault
            ? new($"{MailOptions.Section}:{validationContext.MemberName} {fault}")
            : ValidationResult.Success;
}
