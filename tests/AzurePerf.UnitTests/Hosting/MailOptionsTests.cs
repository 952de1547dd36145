using AzurePerf.Hosting.Mail;
using AzurePerf.Hosting.Settings;
using AzurePerf.Hosting.Shares;
using AzurePerf.TaskManager;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Hosting;

public sealed class MailOptionsTests : IDisposable
{
    private static readonly (string Name, string Value)[] Sound =
        [("Server", "smtp://mail.example"), ("From", "AzurePerf <azureperf@example.org>"), ("Portal", "https://perf.example/")];

    private readonly string _file = Path.GetTempFileName();

    public void Dispose() => File.Delete(_file);

    [Fact]
    public void Without_a_server_no_mail_is_sent() => Assert.False(Read().Value.IsOn);

    [Theory]
    [InlineData("smtp://mail.example", "smtp://mail.example:587/")]
    [InlineData("smtp://mail.example:2525", "smtp://mail.example:2525/")]
    [InlineData("smtps://mail.example", "smtps://mail.example:465/")]
    [InlineData("smtps://mail.example:465", "smtps://mail.example:465/")]
    [InlineData("SMTPS://mail.example", "smtps://mail.example:465/")]
    public void A_server_has_the_port_of_its_scheme_unless_another_is_said(string server, string address) =>
        Assert.Equal(address, Read([.. Sound, ("Server", server)]).Value.Address.AbsoluteUri);

    [Fact]
    public void Sender_and_portal_are_as_mails_need_them()
    {
        var options = Read(Sound).Value;

        Assert.Equal(("AzurePerf", "azureperf@example.org"), options.Sender);
        Assert.Equal(("", "a@example.org"), new MailOptions { From = "a@example.org" }.Sender);
        Assert.Equal("https://perf.example", options.PortalAddress);
        Assert.Null(options.ReadPassword());
    }

    [Theory]
    [InlineData("Server", "mail.example", "Mail:Server must be smtp://HOST:587 or smtps://HOST:465")]
    [InlineData("Server", "smtp://ann:secret@mail.example", "Mail:Server must be smtp://HOST:587")]
    [InlineData("Server", "https://mail.example", "Mail:Server must be smtp://HOST:587")]
    [InlineData("Tls", "maybe", "Mail:Tls must be required or off")]
    [InlineData("Tls", "off", "Mail:Tls must be required: unencrypted mail goes to a server on this machine only")]
    [InlineData("From", "AzurePerf", "Mail:From must be an address such as")]
    [InlineData("From", "A\r\nBcc: eve@example.com <a@example.org>", "Mail:From must be an address such as")]
    [InlineData("From", "", "Mail:From must be an address such as")]
    [InlineData("Portal", "perf.example", "Mail:Portal must be the address of the portal")]
    [InlineData("Portal", "https://https://perf.example", "Mail:Portal must be the address of the portal")]
    [InlineData("Portal", "", "Mail:Portal must be the address of the portal")]
    [InlineData("User", "ann", "Mail:User needs Mail:PasswordFile or Mail:Password")]
    [InlineData("Password", "hunter2", "Mail:Password needs Mail:User")]
    [InlineData("PasswordFile", "/nowhere/at/all", "Mail:PasswordFile needs Mail:User")]
    [InlineData("AllowedDomains:0", "@example.com", "Mail:AllowedDomains has '@example.com', which is no domain")]
    [InlineData("LinkDays", "91", "Mail:LinkDays must be between 0 and 90")]
    public void What_is_wrong_is_said_in_one_sentence(string name, string value, string fault)
    {
        var faults = Read([.. Sound, (name, value)]).Group.Faults;

        Assert.StartsWith(fault, Assert.Single(faults), StringComparison.Ordinal);
        Assert.DoesNotContain("hunter2", faults[0], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, ShareLinkAccess.SignedIn, 7, false)]
    [InlineData("30", ShareLinkAccess.Anyone, 30, true)]
    [InlineData("0", ShareLinkAccess.Anyone, 0, true)]
    [InlineData(null, ShareLinkAccess.Off, 0, false)]
    public void Links_in_mails_last_as_said_and_are_left_out_where_links_are_off(string? days, ShareLinkAccess access, int last, bool isForAnyone) =>
        Assert.Equal(new(last, isForAnyone), MailLinks.Of(Read(days is null ? Sound : [.. Sound, ("LinkDays", days)]).Value, access));

    [Theory]
    [InlineData("7", "off", "Mail:LinkDays must be 0, or left out, because Web:ShareLinks is off: no link opens")]
    [InlineData("0", "off", "")]
    [InlineData(null, "Off", "")]
    [InlineData("7", "signedIn", "")]
    [InlineData("7", null, "")]
    [InlineData("7", "anyone", "")]
    [InlineData("7", "everybody", "Web:ShareLinks is not one of Off, SignedIn, Anyone")]
    public async Task A_TaskManager_that_would_mail_links_which_nobody_opens_does_not_start(string? days, string? access, string fault)
    {
        var builder = WebApplication.CreateBuilder();
        builder.Configuration.AddInMemoryCollection(
        [
            .. Sound.Select(setting => KeyValuePair.Create($"Mail:{setting.Name}", (string?)setting.Value)),
            new("Mail:LinkDays", days), new("Web:ShareLinks", access), new("Web:Port", "5080"),
        ]);
        builder.AddTaskManagerHost();
        await using var host = builder.Build();

        var faults = host.Services.GetServices<SettingsGroup>().SelectMany(group => group.Faults)
            .Where(one => one.StartsWith("Mail:", StringComparison.Ordinal) || one.StartsWith("Web:", StringComparison.Ordinal));

        Assert.Equal(fault.Length > 0 ? [fault] : [], faults);
    }

    [Fact]
    public void Unencrypted_mail_goes_to_this_machine() => Assert.Empty(Read([.. Sound, ("Server", "smtp://127.0.0.1:2525"), ("Tls", "off")]).Group.Faults);

    [Fact]
    public void A_password_is_read_of_a_file_that_others_cannot_read_and_never_shown()
    {
        File.WriteAllText(_file, "hunter2\n");
        var reading = Read([.. Sound, ("User", "ann"), ("PasswordFile", _file)]);
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(_file, UnixFileMode.UserRead | UnixFileMode.OtherRead);
            Assert.Contains("which everybody on this machine can read", Assert.Single(Read([.. Sound, ("User", "ann"), ("PasswordFile", _file)]).Group.Faults), StringComparison.Ordinal);
        }

        Assert.Empty(reading.Group.Faults);
        Assert.DoesNotContain(reading.Group.Effective, line => line.Contains("hunter2", StringComparison.Ordinal));
        Assert.Contains("Mail:Password=(set)", Read([.. Sound, ("User", "ann"), ("Password", "hunter2")]).Group.Effective);
    }

    [Fact]
    public void A_password_in_the_environment_may_end_with_a_line_break_as_one_in_a_file_may()
    {
        var reading = Read([.. Sound, ("User", "ann"), ("Password", " hunter2 \r\n")]);

        Assert.Empty(reading.Group.Faults);
        Assert.Equal(" hunter2 ", reading.Value.ReadPassword());
        Assert.Equal(["Mail:User needs Mail:PasswordFile or Mail:Password"], Read([.. Sound, ("User", "ann"), ("Password", "\n")]).Group.Faults);
    }

    private static OptionsReader<MailOptions> Read(params (string Name, string Value)[] settings)
    {
        var values = new Dictionary<string, string?>();
        foreach (var (name, value) in settings)
        {
            values[$"Mail:{name}"] = value;
        }

        return new(new ConfigurationBuilder().AddInMemoryCollection(values).Build().GetSection("Mail"));
    }
}
