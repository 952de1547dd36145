using System.Text;
using System.Text.Json.Nodes;
using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Access;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Access;

/// <summary>The keys: who has one, what it opens and until when. Makes and revokes them as the API does.</summary>
[ScopeNeeded(AccessScope.Admin)]
internal sealed class KeysPage(KeyStore keys, KeyCreation creation, KeyChecks checks, AccessOptions options, IIdSource ids,
    TimeProvider time) : PageModel
{
    private const string NameTaken = "is that of another key in use: choose another one, or revoke that key";

    /// <summary>Days that can be chosen.</summary>
    public static IReadOnlyList<int> Days { get; } = [1, 7, 30, KeyLimits.DefaultDays, 180, KeyLimits.LongestDays];

    /// <summary>Those that open something, by name.</summary>
    public IReadOnlyList<KeyResponse> Active { get; private set; } = [];

    /// <summary>Those that open nothing any more, by name.</summary>
    public IReadOnlyList<KeyResponse> Ended { get; private set; } = [];

    /// <summary>What is wrong with rows that cannot be read.</summary>
    public IReadOnlyList<string> Unreadable { get; private set; } = [];

    /// <summary>What is wrong with the form that was sent, each with its field; empty before.</summary>
    public IReadOnlyList<SpecFault> Faults { get; private set; } = [];

    /// <summary>The key that was just made; null before.</summary>
    public KeyResponse? Made { get; private set; }

    /// <summary>As it was typed.</summary>
    public string Name { get; private set; } = "";

    /// <summary>read, submit, programs or admin.</summary>
    public string Scope { get; private set; } = "submit";

    /// <summary>As it was chosen.</summary>
    public int ExpiresInDays { get; private set; } = KeyLimits.DefaultDays;

    /// <summary>What the texts of the form's keys follow from, so that it makes one key of each kind however often it is sent.</summary>
    public string Secret { get; } = AccessKeyText.New(ids.NewId());

    /// <summary>True where nobody is asked for a key.</summary>
    public bool IsLocal => options.Mode == AccessMode.Local;

    /// <summary>Whether the page is looked at with this key.</summary>
    public bool IsOwn(KeyResponse key) => HttpContext.Caller().KeyId == key.Id;

    public Task OnGetAsync() => ShowAsync();

    public async Task<IActionResult> OnPostCreateAsync(string? name, string? scope, int days, string? secret)
    {
        (Name, Scope, ExpiresInDays) = (name?.Trim() ?? "", scope ?? "", days);
        var body = new JsonObject { ["name"] = Name, ["scope"] = Scope, ["expiresInDays"] = days };
        var (request, faults) = KeyRequestReader.Read(Encoding.UTF8.GetBytes(body.ToJsonString()));
        if (request is null)
        {
            return await RefuseAsync(StatusCodes.Status400BadRequest, faults);
        }

        var (outcome, key, text) = await creation.CreateOnceAsync(
            AccessKeyText.IdOf(secret) is null ? Secret : secret!, request, HttpContext.Caller().Name, HttpContext.RequestAborted);
        if (outcome != KeyCreationOutcome.Created)
        {
            return await RefuseAsync(StatusCodes.Status409Conflict, [new("name", NameTaken)]);
        }

        AuditTrail.NoteSubject(HttpContext, key!.Id);
        Response.Headers.CacheControl = "no-store";
        Made = KeyResponse.From(key, time.GetUtcNow(), text);
        (Name, Scope, ExpiresInDays) = ("", "submit", KeyLimits.DefaultDays);
        await ShowAsync();
        return Page();
    }

    public async Task<IActionResult> OnPostRevokeAsync()
    {
        if (AddressedId.Of(Request) is not { } id
            || await keys.RevokeAsync(id, HttpContext.Caller().Name, time.GetUtcNow(), HttpContext.RequestAborted) is null)
        {
            return NotFound();
        }

        checks.Forget(id);
        return Redirect("/keys");
    }

    /// <summary>The field of the form that a fault is of, and what people read beside it; null where it is of none.</summary>
    public static (string Id, string Label)? FieldOf(SpecFault fault) => fault.Path switch
    {
        "name" => ("name", "Name"),
        "scope" => ("scope", "Scope"),
        "expiresInDays" => ("days", "Ends after"),
        _ => null,
    };

    /// <summary>What is wrong with a field; empty for nothing.</summary>
    public string FaultOf(string field) =>
        string.Join("; ", Faults.Where(fault => fault.Path == field).Select(fault => fault.Message));

    private async Task<PageResult> RefuseAsync(int status, IReadOnlyList<SpecFault> faults)
    {
        AuditTrail.NoteNothing(HttpContext);
        Faults = faults;
        Response.StatusCode = status;
        await ShowAsync();
        return Page();
    }

    private async Task ShowAsync()
    {
        var list = await keys.ReadAsync(time.GetUtcNow(), HttpContext.RequestAborted);
        Active = [.. list.Keys.Where(key => key.State == AccessKeyState.Active)];
        Ended = [.. list.Keys.Where(key => key.State != AccessKeyState.Active)];
        Unreadable = list.Faults;
    }
}
