using AzurePerf.Hosting.Settings;
using AzurePerf.Hosting.Shares;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;

namespace AzurePerf.Hosting.Mail;

/// <summary>Gives a host the settings of mail.</summary>
public static class MailSetup
{
    private const string ShareLinks = $"{ShareLinkOptions.Section}:{nameof(ShareLinkOptions.ShareLinks)}";

    /// <summary>Makes them injectable, and refuses those that promise links which do not open.</summary>
    public static void AddMailOptions(this WebApplicationBuilder builder)
    {
        builder.AddHostOptions<MailOptions>(MailOptions.Section);
        builder.Services.AddSingleton(services => CheckLinks(
            services.GetRequiredService<OptionsReader<MailOptions>>().Value, services.GetRequiredService<IConfiguration>()[ShareLinks]));
    }

    /// <summary>A value that is none is a fault of the group that reads it.</summary>
    private static SettingsGroup CheckLinks(MailOptions mail, string? access) =>
        new(Enum.TryParse<ShareLinkAccess>(access, ignoreCase: true, out var known) && MailLinks.FaultOf(mail, known) is { } fault
            ? [fault]
            : [], []);
}
