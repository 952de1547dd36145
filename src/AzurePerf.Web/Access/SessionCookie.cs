using System.Security.Claims;
using AzurePerf.Core.Access;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;

namespace AzurePerf.Web.Access;

/// <summary>The cookie that a browser gets for a key. It names the key and holds nothing of it: what the key may do is looked up with every request.</summary>
internal static class SessionCookie
{
    public const string Scheme = "azureperf-session";
    /// <summary>The prefix makes browsers refuse it over plain HTTP and from any other host name.</summary>
    public const string Name = "__Host-" + Scheme;

    private const string KeyClaim = "key";
    private static readonly TimeSpan Duration = TimeSpan.FromHours(8);

    public static void AddSessionCookie(this IServiceCollection services) =>
        services.AddAuthentication().AddCookie(Scheme, cookie =>
        {
            cookie.Cookie.Name = Name;
            cookie.Cookie.HttpOnly = true;
            cookie.Cookie.SecurePolicy = CookieSecurePolicy.Always;
            // Not strict: a link to a run that somebody was sent must find them signed in.
            cookie.Cookie.SameSite = SameSiteMode.Lax;
            cookie.Cookie.IsEssential = true;
            cookie.ExpireTimeSpan = Duration;
            cookie.SlidingExpiration = false;
        });

    public static Task BeginAsync(HttpContext context, AccessKey key) =>
        context.SignInAsync(Scheme, new(new ClaimsIdentity([new(KeyClaim, key.Id)], Scheme)), new() { IsPersistent = false });

    public static Task EndAsync(HttpContext context) => context.SignOutAsync(Scheme);

    /// <summary>Id of the key that the browser signed in with; null when it did not, or too long ago.</summary>
    public static async Task<string?> FindKeyIdAsync(HttpContext context)
    {
        var session = await context.AuthenticateAsync(Scheme);
        return session.Principal?.FindFirst(KeyClaim)?.Value;
    }
}
