using System.Text;
using System.Text.Json.Nodes;
using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Views;
using AzurePerf.Storage.Views;
using AzurePerf.Web.Access;
using AzurePerf.Web.Pages;
using AzurePerf.Web.Runs.Form;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Views;

/// <summary>Saves a view, as the API does.</summary>
[ScopeNeeded(AccessScope.Submit)]
internal sealed class NewViewPage(ViewCreation creation, IIdSource ids) : PageModel
{
    /// <summary>Field with a key made with the form, so that sending it twice saves one view.</summary>
    public const string KeyField = "key";

    private const string NameField = "name";
    private const string AddressField = "address";

    public IReadOnlyList<RunFormField> Fields { get; private set; } = [];

    /// <summary>What is wrong with the form that was sent; empty before.</summary>
    public IReadOnlyList<SpecFault> Faults { get; private set; } = [];

    /// <summary>The page that would be saved; null while the address is none.</summary>
    public ViewAddress? Address { get; private set; }

    public string Key { get; private set; } = "";

    public void OnGet() => Show(Request.Query[NameField].ToString(), Request.Query[AddressField].ToString(), [], ids.NewId());

    public async Task<IActionResult> OnPostAsync()
    {
        var sent = await Request.ReadFormAsync(HttpContext.RequestAborted);
        var (name, address) = (sent[NameField].ToString(), OfThisPortal(sent[AddressField].ToString().Trim()));
        var key = IdText.IsValid(sent[KeyField]) ? sent[KeyField].ToString() : ids.NewId();
        var body = Encoding.UTF8.GetBytes(new JsonObject { [NameField] = name, [AddressField] = address }.ToJsonString());
        var reading = ViewRequestReader.Read(body);
        if (reading.Request is null)
        {
            return Refuse(StatusCodes.Status400BadRequest, name, address, reading.Faults, key);
        }

        var (outcome, view) = await AddAsync(reading.Request, key, Encoding.UTF8.GetString(body));
        switch (outcome)
        {
            case ViewAddition.NameTaken:
                return Refuse(
                    StatusCodes.Status409Conflict, name, address, [new(NameField, "is the name of another view, whatever its case")], key);
            case ViewAddition.TooMany:
                return Refuse(StatusCodes.Status409Conflict, name, address,
                    [new(NameField, $"cannot be stored: there are {ViewLimits.Most} views; remove one that nobody needs")], key);
            case ViewAddition.TooManyOfOwner:
                return Refuse(StatusCodes.Status409Conflict, name, address,
                    [new(NameField, $"cannot be stored: you saved {ViewLimits.MostOfOne} views; remove one that you do not need")], key);
            default:
                AuditTrail.NoteSubject(HttpContext, view.Id);
                return Redirect("/views#" + view.Id);
        }
    }

    private PageResult Refuse(int status, string name, string address, IReadOnlyList<SpecFault> faults, string key)
    {
        AuditTrail.NoteNothing(HttpContext);
        Show(name, address, faults, key);
        Response.StatusCode = status;
        return Page();
    }

    private void Show(string name, string address, IReadOnlyList<SpecFault> faults, string key)
    {
        (Faults, Key, Address) = (faults, key, ViewAddress.Read(address, out _));
        Fields =
        [
            new(NameField, "Name", RunFormFieldKind.Text, name)
            {
                Description = "What people look for in the list.",
                Hint = $"1 to {ViewLimits.NameCharacters} characters; no other view has it.",
                Faults = Of(NameField),
            },
            new(AddressField, "Address", RunFormFieldKind.Text, address)
            {
                Description = "Path and query of a page of this portal.",
                Hint = "Such as /runs?state=failed.",
                Faults = Of(AddressField),
            },
        ];

        IReadOnlyList<SpecFault> Of(string path) => [.. faults.Where(fault => fault.Path == path)];
    }

    /// <summary>What was copied from the address bar without this portal's own scheme and host.</summary>
    private string OfThisPortal(string address)
    {
        var own = PortalAddress.Of(Request);
        return address.StartsWith(own + "/", StringComparison.OrdinalIgnoreCase) ? address[own.Length..] : address;
    }

    private Task<(ViewAddition Outcome, SavedView View)> AddAsync(ViewRequest request, string key, string body)
    {
        var (owner, stop) = (HttpContext.Caller().Name, HttpContext.RequestAborted);
        return FormKey.AddAsync(
            key, body, under => creation.AddAsync(request, owner, under, body, stop), added => added.Outcome == ViewAddition.KeyReused);
    }
}
